import { svelte } from "@sveltejs/vite-plugin-svelte";
import { gemini } from "../gemini.mjs";

export default { plugins: [svelte(), gemini()] };
