/** A seeded random source in [0, 1): the same seed and names give the same sequence. */
export type Random = () => number;

/** mulberry32 over an FNV-1a hash of the seed and the purpose of the numbers. */
export function randomFor(seed: number, ...purpose: (string | number)[]): Random {
  let state = 2166136261 ^ seed;
  for (const character of purpose.join('/')) {
    state = Math.imul(state ^ character.charCodeAt(0), 16777619);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function between(random: Random, low: number, high: number): number {
  return low + random() * (high - low);
}

/** A random integer, bounds included. */
export function wholeBetween(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

export function pick<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}
