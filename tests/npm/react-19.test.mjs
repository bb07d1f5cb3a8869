import { run } from "./react-page.mjs";

await run("react", "react-dom");
