// From what was measured to what it says.

/** What ours must keep to, by figure. */
export const BOUNDS = {
  push: { most: 6, says: "µs a push beyond reading its frame" },
  twice: { most: 2.3, says: "times as long for twice the text" },
  domTwice: { most: 2.3, says: "times as long on the page for twice the text" },
  handed: { most: 12, says: "times the final HTML handed over" },
};

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Figures of each text, and which bounds are broken where.
 *
 * @param rounds As `measure` gives them.
 */
export function summary(rounds) {
  const figures = [...rounds].map(([text, measured]) => ({ text, ...figuresOf(measured) }));
  const broken = figures.flatMap((row) =>
    Object.entries(BOUNDS)
      .filter(([figure, { most }]) => row[figure] > most)
      .map(([figure, { most, says }]) => ({ text: row.text, figure, is: row[figure], most, says })),
  );
  return { bounds: BOUNDS, figures, broken };
}

function figuresOf({ bytes, pushes, bytesTwice, ours, twice, rivals }) {
  const beyond = ours.map(({ push, read }) => push - read);
  // Pairs that were measured one after the other, on a machine equally busy. Texts are as long as their
  // last line makes them.
  const ratio = (timeOf) => median(twice.map((more, at) => timeOf(more) / timeOf(ours[at]))) * ((2 * bytes) / bytesTwice);
  const each = (values) => (median(values) * 1000) / pushes;
  const total = median(ours.map(({ push, finish, dom }) => push + finish + dom));
  return {
    bytes,
    pushes,
    push: each(beyond),
    fastestPush: (Math.min(...beyond) * 1000) / pushes,
    read: each(ours.map(({ read }) => read)),
    twice: ratio(({ push, read }) => push - read),
    handed: ours[0].handed / ours[0].html,
    dom: median(ours.map(({ dom }) => dom)),
    domTwice: ratio(({ dom }) => dom),
    finish: median(ours.map(({ finish }) => finish)),
    total,
    rivals: Object.fromEntries(
      Object.entries(rivals).map(([rival, spent]) => [rival, { total: median(spent), times: median(spent) / total }]),
    ),
  };
}
