import vue from "@vitejs/plugin-vue";
import { gemini } from "../gemini.mjs";

export default { plugins: [vue(), gemini()] };
