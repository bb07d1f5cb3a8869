import { run } from "./react-page.mjs";

await run("react18", "react-dom18");
