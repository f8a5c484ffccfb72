import type { Range } from '#shared/domain/history';

// Ranges here are read as half-open: from 1 to 2 and from 2 to 3 make from 1 to 3.

/** The same time as few ranges as possible, in order. */
export function joined(ranges: readonly Range[]): Range[] {
  const all: Range[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    if (from >= to) continue;
    const last = all.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}

/** What is in both. */
export function common(a: Range, b: Range): Range | null {
  const from = Math.max(a.from, b.from);
  const to = Math.min(a.to, b.to);
  return from < to ? { from, to } : null;
}

/** What is left of a range without others. */
export function without(range: Range, others: readonly Range[]): Range[] {
  const left: Range[] = [];
  let { from } = range;
  for (const other of joined(others)) {
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
/** So many days are unsealed before the window has its turn, but no more turns than that. */
const turnDays = 10;
const mostTurns = 400;

/** A range in parts to be read one a turn; they share their rims, where fixes are told apart by time. */
export function* chunksOf({ from, to }: Range): Generator<Range> {
  const step = Math.max(turnDays * dayMs, Math.ceil((to - from) / mostTurns));
  let start = from;
  do {
    const end = Math.min(start + step, to);
    yield { from: start, to: end };
    start = end;
  } while (start < to);
}
