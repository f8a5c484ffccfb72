// Computes medians and formats them as a table.

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The value that 95 of 100 do not exceed. */
function p95(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1];
}

/** `{median, p95, least, most, samples}` of durations in milliseconds. */
export function spread(values) {
  return {
    median: median(values),
    p95: p95(values),
    least: Math.min(...values),
    most: Math.max(...values),
    samples: values.length,
  };
}

const ms = (value) => `${value < 100 ? value.toFixed(1) : Math.round(value)}`;

function row(cells, widths) {
  return cells
    .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
    .join('   ');
}

/** Rows of `{name, spread}`; all are divided by the first, the empty window. */
export function table(title, rows) {
  const empty = rows[0].spread.median;
  const lines = rows.map(({ name, spread: s }) => [
    name,
    ms(s.median),
    ms(s.p95),
    `${ms(s.least)}–${ms(s.most)}`,
    String(s.samples),
    `${(s.median / empty).toFixed(2)}×`,
  ]);
  return aligned([[title, 'median ms', 'p95', 'range', 'n', 'ratio'], ...lines]);
}

/** Formats rows of texts as a table: the first column left-aligned, the others right-aligned. */
export function aligned(all) {
  const widths = all[0].map((_, i) => Math.max(...all.map((cells) => cells[i].length)));
  return all.map((cells) => row(cells, widths)).join('\n');
}
