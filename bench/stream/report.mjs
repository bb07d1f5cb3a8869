// The figures as plain tables.

/** Columns of ours: heading, and what stands there for a text. */
const OURS = [
  ["pushes", ({ pushes }) => String(pushes)],
  ["µs a push", ({ push }) => push.toFixed(2)],
  ["fastest", ({ fastestPush }) => fastestPush.toFixed(2)],
  ["reading", ({ read }) => read.toFixed(2)],
  ["× twice", ({ twice }) => twice.toFixed(2)],
  ["× handed", ({ handed }) => handed.toFixed(2)],
  ["DOM ms", ({ dom }) => dom.toFixed(1)],
  ["DOM × twice", ({ domTwice }) => domTwice.toFixed(2)],
  ["end ms", ({ finish }) => finish.toFixed(1)],
];

/** @param result What `--json` gives. */
export function print(result) {
  const { date, machine, chromium, packages, bytes, rounds, samples, figures, broken, bounds } = result;
  const load = machine.load.map((load) => load.toFixed(1)).join(" → ");
  console.log(`Chromium ${chromium}, ${machine.cores} cores (${machine.cpu}), load ${load}, ${date}`);
  console.log(`Texts of about ${bytes / 1000} KB in pieces of 24 bytes; medians of ${rounds} interleaved rounds`);
  console.log();
  console.log("groundmark: µs a push, without reading its frame: what the same text takes as a thought that is not");
  console.log("shown is taken off, and stands under reading; × for twice the text; HTML and text handed over by");
  console.log("the final HTML; applyOperations for all pushes, without layout; finish");
  rows([["", ...OURS.map(([heading]) => heading)], ...figures.map((row) => [row.text, ...OURS.map(([, cell]) => cell(row))])]);
  for (const { text, is, most, says } of broken) console.log(`BROKEN: ${text}: ${is.toFixed(2)} ${says}, the bound is ${most}`);
  if (broken.length === 0) {
    const all = Object.values(bounds).map(({ most, says }) => `at most ${most} ${says}`);
    console.log(`All within the bounds: ${all.join("; ")}`);
  }
  const rivals = Object.keys(figures[0]?.rivals ?? {});
  if (rivals.length === 0) return;
  console.log();
  console.log("All pushes and the DOM, in ms; in brackets how many times ours, which includes reading JSON and the end.");
  console.log(`smd in full (it only appends, and checks nothing); the others from ${samples * rounds} pushes spread over the text`);
  rows([
    ["", "groundmark", ...rivals],
    ...figures.map((row) => [
      row.text,
      row.total.toFixed(0),
      ...rivals.map((rival) => `${row.rivals[rival].total.toFixed(0)} (${times(row.rivals[rival].times)})`),
    ]),
  ]);
  console.log(Object.entries(packages).map(([name, version]) => `${name} ${version}`).join(", "));
}

function times(value) {
  return `${value.toFixed(value < 1 ? 2 : value < 10 ? 1 : 0)}×`;
}

/** The first column to the left, the others to the right. */
function rows(cells) {
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  for (const row of cells) {
    const line = row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])));
    console.log(line.join("  "));
  }
}
