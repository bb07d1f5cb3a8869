// What is measured, in which order.

/** Ours takes a hundredth of what the others take, so it is measured more often in each round. */
const OURS_A_ROUND = 3;

/** Bytes of a text that a rival shows before anything counts, so that it is compiled. Ours has them all. */
const WARMING_BYTES = 20_000;

/**
 * Measures in rounds: each has every text once, and with it everybody in turn, so what disturbs the
 * machine for a while disturbs all of them.
 *
 * @param page The page of `browser.mjs`.
 * @param plan Bytes of a text, rounds, samples of a rival in a round, names of texts and rivals.
 * @returns By text: its pieces and bytes, and what was measured, in milliseconds.
 */
export async function measure(page, plan) {
  const every = await page.evaluate("bench.rivals");
  const rivals = plan.rivals ?? every;
  const texts = new Map();
  for (const name of plan.texts) {
    const sizes = await page.evaluate(sizesOf, [name, plan.bytes]);
    texts.set(name, { ...sizes, ours: [], twice: [], rivals: Object.fromEntries(rivals.map((rival) => [rival, []])) });
  }
  for (const name of texts.keys()) {
    await page.evaluate(ours, [name, plan.bytes]);
    for (const rival of rivals) await page.evaluate(rivalOf, [rival, name, WARMING_BYTES, 2, 0.5]);
  }
  for (let round = 0; round < plan.rounds; round++) {
    for (const [name, measured] of texts) {
      console.error(`round ${round + 1} of ${plan.rounds}: ${name}`);
      for (let time = 0; time < OURS_A_ROUND; time++) {
        measured.ours.push(await page.evaluate(ours, [name, plan.bytes]));
        measured.twice.push(await page.evaluate(ours, [name, 2 * plan.bytes]));
      }
      for (const rival of rivals) {
        const shift = (round + 0.5) / plan.rounds;
        const spent = await page.evaluate(rivalOf, [rival, name, plan.bytes, plan.samples, shift]);
        measured.rivals[rival].push(spent);
      }
    }
  }
  return texts;
}

// These run in the page.

function sizesOf([name, bytes]) {
  return globalThis.bench.sizes(name, bytes);
}

function ours([name, bytes]) {
  return globalThis.bench.ours(name, bytes);
}

function rivalOf(given) {
  return globalThis.bench.rival(...given);
}
