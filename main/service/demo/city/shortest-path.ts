import type { Network, StreetKind } from './network';

/** Drivers prefer large streets: the cost of a metre. */
const costs: Record<StreetKind, number> = {
  trunk: 0.75,
  primary: 0.8,
  secondary: 0.9,
  residential: 1.15,
};
const leastCost = 0.75;

/** Crossings by the cost of a way over them, least first. */
class Queue {
  readonly #entries: { cost: number; crossing: number }[] = [];

  push(cost: number, crossing: number): void {
    const entries = this.#entries;
    let at = entries.push({ cost, crossing }) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (entries[parent]!.cost <= cost) break;
      [entries[parent], entries[at]] = [entries[at]!, entries[parent]!];
      at = parent;
    }
  }

  pop(): number | undefined {
    const entries = this.#entries;
    const top = entries[0];
    const last = entries.pop();
    if (!top || !last || entries.length === 0) return top?.crossing;
    entries[0] = last;
    for (let at = 0; ;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < entries.length && entries[child]!.cost < entries[least]!.cost) least = child;
      }
      if (least === at) return top.crossing;
      [entries[least], entries[at]] = [entries[at]!, entries[least]!];
      at = least;
    }
  }
}

/**
 * The links of the cheapest way (A*) without the links of `not`; null: there is none.
 */
export function shortestPath(
  { crossings, links }: Network,
  from: number,
  to: number,
  not: readonly number[],
): number[] | null {
  const target = crossings[to]!;
  const ahead = (index: number) => {
    const { x, y } = crossings[index]!;
    return Math.hypot(target.x - x, target.y - y) * leastCost;
  };
  const reached = new Map<number, { cost: number; by: number; before: number }>();
  const done = new Set<number>();
  const queue = new Queue();
  reached.set(from, { cost: 0, by: -1, before: -1 });
  queue.push(ahead(from), from);
  for (let here = queue.pop(); here !== undefined; here = queue.pop()) {
    if (here === to) break;
    if (done.has(here)) continue;
    done.add(here);
    const { cost } = reached.get(here)!;
    for (const by of crossings[here]!.links) {
      if (not.includes(by)) continue;
      const link = links[by]!;
      const next = link.from === here ? link.to : link.from;
      const total = cost + link.metres * costs[link.kind];
      if (total >= (reached.get(next)?.cost ?? Infinity)) continue;
      reached.set(next, { cost: total, by, before: here });
      queue.push(total + ahead(next), next);
    }
  }
  if (!reached.has(to)) return null;
  const path: number[] = [];
  for (let at = to; at !== from;) {
    const { by, before } = reached.get(at)!;
    path.push(by);
    at = before;
  }
  return path.reverse();
}
