import { worldPixels } from '#shared/domain/mercator';
import type { ClusterRef } from './types';

/** Radius of a cluster's disc with its ring, CSS pixels. */
export function discRadius(count: number): number {
  if (count < 10) return 15;
  if (count < 100) return 17;
  return count < 1000 ? 20 : 23;
}

/** Half the size of the symbol of one device. */
const symbolRadiusPx = 9;
/** Two devices nearer than this share a disc: less than three quarters of one would be visible. */
const leastApartPx = 14;
/** The most that two discs, or a disc and a symbol, may lie over each other. */
const mostOverlapPx = 2;
/** At least the largest distance at which two symbols touch. */
const hashPx = 48;

/** What is drawn at one place: a device alone, or a disc for several. */
export interface MapSymbol {
  x: number;
  y: number;
  /** Its disc stays where it is, and its devices are all those of the cell, `inCell`. */
  cell: ClusterRef['cell'];
  inCell: readonly number[];
  /** Devices that are in no cell. */
  slots: readonly number[];
  /** Of all its devices. */
  count: number;
}

const radiusOf = ({ count }: MapSymbol) => (count === 1 ? symbolRadiusPx : discRadius(count));

function isTouching(a: MapSymbol, b: MapSymbol, pixels: number): boolean {
  const dx = (a.x - b.x) * pixels;
  const dy = (a.y - b.y) * pixels;
  const isPair = a.count === 1 && b.count === 1;
  const least = isPair ? leastApartPx : radiusOf(a) + radiusOf(b) - mostOverlapPx;
  return dx * dx + dy * dy < least * least;
}

/** One symbol in place of several, in the middle of all devices unless one of them is a cell. */
function merged(symbols: readonly MapSymbol[]): MapSymbol {
  const cell = symbols.find((symbol) => symbol.cell !== null);
  const count = symbols.reduce((sum, symbol) => sum + symbol.count, 0);
  const middle = (of: (symbol: MapSymbol) => number) => {
    const first = of(symbols[0]!);
    // The mean of equal numbers is not always exactly that number.
    if (symbols.every((symbol) => of(symbol) === first)) return first;
    return symbols.reduce((sum, symbol) => sum + of(symbol) * symbol.count, 0) / count;
  };
  return {
    x: cell?.x ?? middle(({ x }) => x),
    y: cell?.y ?? middle(({ y }) => y),
    cell: cell?.cell ?? null,
    inCell: cell?.inCell ?? [],
    slots: symbols.flatMap(({ slots }) => slots),
    count,
  };
}

/** The symbols that are left, by their place, to find those near to one. */
class SymbolHash {
  readonly #buckets = new Map<number, MapSymbol[]>();

  constructor(private readonly pixels: number) {}

  add(symbol: MapSymbol): void {
    const key = this.#keyOf(symbol, 0, 0);
    const bucket = this.#buckets.get(key);
    if (bucket) bucket.push(symbol);
    else this.#buckets.set(key, [symbol]);
  }

  remove(symbol: MapSymbol): void {
    const bucket = this.#buckets.get(this.#keyOf(symbol, 0, 0))!;
    bucket.splice(bucket.indexOf(symbol), 1);
  }

  /** The symbols that touch one; of several cells the first. */
  touching(symbol: MapSymbol): MapSymbol[] {
    const found: MapSymbol[] = [];
    let hasCell = symbol.cell !== null;
    for (let around = 0; around < 9; around++) {
      const key = this.#keyOf(symbol, (around % 3) - 1, Math.floor(around / 3) - 1);
      for (const other of this.#buckets.get(key) ?? []) {
        if (other === symbol || !isTouching(symbol, other, this.pixels)) continue;
        if (other.cell !== null && hasCell) continue;
        hasCell ||= other.cell !== null;
        found.push(other);
      }
    }
    return found;
  }

  #keyOf({ x, y }: MapSymbol, dx: number, dy: number): number {
    const bucket = this.pixels / hashPx;
    return (Math.floor(x * bucket) + dx) * 2 ** 25 + Math.floor(y * bucket) + dy;
  }
}

/**
 * Merges symbols that would cover each other at a whole zoom, until none does: a disc never lies over a symbol,
 * so that nothing under it is out of reach. Discs of cells are never merged with each other.
 */
export function declutter(symbols: readonly MapSymbol[], zoom: number): MapSymbol[] {
  const hash = new SymbolHash(worldPixels(zoom));
  const left = new Set(symbols);
  for (const symbol of symbols) hash.add(symbol);
  const queue = [...symbols];
  for (const symbol of queue) {
    if (!left.has(symbol)) continue;
    const touching = hash.touching(symbol);
    if (touching.length === 0) continue;
    const all = [symbol, ...touching];
    for (const each of all) {
      left.delete(each);
      hash.remove(each);
    }
    const one = merged(all);
    left.add(one);
    hash.add(one);
    queue.push(one);
  }
  return [...left];
}

/** A disc, moved off the nearest of the symbols that are drawn over it, so that its count can be read. */
export function besides(
  disc: MapSymbol,
  symbols: readonly { x: number; y: number }[],
  zoom: number,
): MapSymbol {
  const least = (radiusOf(disc) + symbolRadiusPx - mostOverlapPx) / worldPixels(zoom);
  let nearest = { dx: 0, dy: 0, distance: Infinity };
  for (const { x, y } of symbols) {
    const [dx, dy] = [disc.x - x, disc.y - y];
    const distance = Math.hypot(dx, dy);
    if (distance < nearest.distance) nearest = { dx, dy, distance };
  }
  const { dx, dy, distance } = nearest;
  if (distance >= least) return disc;
  // Below a symbol on its middle: the mark of an alert is above it.
  if (distance === 0) return { ...disc, y: disc.y + least };
  const share = least / distance - 1;
  return { ...disc, x: disc.x + dx * share, y: disc.y + dy * share };
}
