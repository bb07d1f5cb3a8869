import { ask } from "../../../../gemini.mjs";

export const POST = async (request) => ask(await request.text(), request.signal);
