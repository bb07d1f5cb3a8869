import react from "@vitejs/plugin-react";
import { gemini } from "../gemini.mjs";

export default { plugins: [react(), gemini()] };
