// axe-core in a page, and its findings as lines that say rule, node and reason.
import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./server.mjs";

const script = readFileSync(path.join(root, "node_modules/axe-core/axe.min.js"), "utf8");

/**
 * Violations and what axe could not decide. Frames are looked at from outside only: what is in the
 * suggestions' frame is Google's and must not be changed, and its sandbox lets no script look.
 */
export async function findings(page, { rules = {} } = {}) {
  // Not as a script element, which a page's own policy may refuse.
  await page.evaluate(script);
  return page.evaluate(async (rules) => {
    const result = await axe.run(document, { iframes: false, rules: { "frame-tested": { enabled: false }, ...rules } });
    return ["violations", "incomplete"].flatMap((kind) =>
      result[kind].flatMap(({ id, nodes }) =>
        nodes.map(({ html, any, all, none }) => `${kind} ${id}: ${html.slice(0, 200)} (${[...any, ...all, ...none].map(({ message }) => message).join("; ")})`),
      ),
    );
  }, rules);
}
