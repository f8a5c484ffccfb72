import type { Range } from '#shared/domain/history';

// Ranges are half-open here: 1 to 2 and 2 to 3 join to 1 to 3.

/** The union of some ranges: as few as possible, in order. */
export function union(ranges: readonly Range[]): Range[] {
  const all: Range[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    if (from >= to) continue;
    const last = all.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}

/** The intersection; null if it is empty. */
export function intersection(a: Range, b: Range): Range | null {
  const from = Math.max(a.from, b.from);
  const to = Math.min(a.to, b.to);
  return from < to ? { from, to } : null;
}

/** The parts of a range that are in none of the others. */
export function subtract(range: Range, others: readonly Range[]): Range[] {
  const left: Range[] = [];
  let { from } = range;
  for (const other of union(others)) {
    if (other.to <= from) continue;
    if (other.from >= range.to) break;
    if (other.from > from) left.push({ from, to: other.from });
    from = Math.max(from, other.to);
  }
  if (from < range.to) left.push({ from, to: range.to });
  return left;
}

export const lengthOf = ({ from, to }: Range) => Math.max(0, to - from);

const dayMs = 86_400_000;
/** Days to decrypt before the event loop continues; a very long range has larger chunks instead. */
const chunkDays = 10;
const mostChunks = 400;

/** A range in chunks that share their ends; a fix at a shared end is recognised by its time. */
export function* chunksOf({ from, to }: Range): Generator<Range> {
  const step = Math.max(chunkDays * dayMs, Math.ceil((to - from) / mostChunks));
  let start = from;
  do {
    const end = Math.min(start + step, to);
    yield { from: start, to: end };
    start = end;
  } while (start < to);
}
