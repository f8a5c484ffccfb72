import type { Point } from '../streets';
import {
  cityRandom,
  columns,
  farOut,
  greens,
  isIn,
  metresOf,
  middleColumn,
  middleRow,
  riverHalf,
  riverRow,
  rows,
} from './plan-of-city';
import { streetNames } from './street-names';

/** Kinds of streets by the names of the tile schema, the largest first. */
export type StreetKind = 'trunk' | 'primary' | 'secondary' | 'residential';

export interface Crossing extends Point {
  /** Indices of the links that meet here. */
  links: number[];
}

export interface Link {
  from: number;
  to: number;
  kind: StreetKind;
  isBridge: boolean;
  metres: number;
  /** The line of the grid that it is part of, and where on it. */
  line: string;
  at: number;
}

/** The streets of the demo's city: what its vehicles drive on and its map shows. */
export interface Network {
  crossings: readonly Crossing[];
  links: readonly Link[];
  /** Names of streets: links of one line that follow each other. */
  streets: readonly { name: string; kind: StreetKind; links: readonly number[] }[];
}

const kindOf = (line: number, middle: number): StreetKind => {
  const from = Math.abs(line - middle);
  if (from % 12 === 0) return 'primary';
  return from % 12 === 6 ? 'secondary' : 'residential';
};

/** Main roads go on to the ring. */
const ring = 1.16;

function inRiver(column: number, row: number): boolean {
  return Math.abs(row - riverRow(column)) < riverHalf(column) + 0.12;
}

const crossesRiver = (a: Place, b: Place): boolean =>
  inRiver(a.column, a.row) ||
  inRiver(b.column, b.row) ||
  Math.sign(a.row - riverRow(a.column)) !== Math.sign(b.row - riverRow(b.column));

interface Place {
  column: number;
  row: number;
}

/** The kind of the street between two neighbours of the grid; null: there is none. */
function streetBetween(a: Place, b: Place, chance: number): StreetKind | null {
  const isColumn = a.column === b.column;
  const kind = isColumn ? kindOf(a.column, middleColumn) : kindOf(a.row, middleRow);
  const limit = kind === 'primary' ? ring : 1;
  if (Math.max(farOut(a.column, a.row), farOut(b.column, b.row)) >= limit) return null;
  if (crossesRiver(a, b) && (!isColumn || kind === 'residential')) return null;
  if (kind === 'primary') return kind;
  const middle = { column: (a.column + b.column) / 2, row: (a.row + b.row) / 2 };
  if (greens.some((green) => isIn(green, middle.column, middle.row))) return null;
  return kind === 'secondary' || chance > 0.17 ? kind : null;
}

class Builder {
  readonly crossings: Crossing[] = [];
  readonly links: Link[] = [];

  crossing(point: Point): number {
    this.crossings.push({ ...point, links: [] });
    return this.crossings.length - 1;
  }

  link(part: Omit<Link, 'metres'>): void {
    const [a, b] = [this.crossings[part.from]!, this.crossings[part.to]!];
    const index = this.links.push({ ...part, metres: Math.hypot(b.x - a.x, b.y - a.y) }) - 1;
    a.links.push(index);
    b.links.push(index);
  }
}

function buildGrid(builder: Builder): void {
  const random = cityRandom('grid');
  const known = new Map<number, number>();
  const crossingAt = ({ column, row }: Place) => {
    const key = row * columns + column;
    const found = known.get(key) ?? builder.crossing(metresOf(column, row));
    known.set(key, found);
    return found;
  };
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const here = { column, row };
      for (const next of [
        { column: column + 1, row },
        { column, row: row + 1 },
      ]) {
        const chance = random();
        if (next.column >= columns || next.row >= rows) continue;
        const kind = streetBetween(here, next, chance);
        if (!kind) continue;
        const isColumn = next.row > row;
        builder.link({
          from: crossingAt(here),
          to: crossingAt(next),
          kind,
          isBridge: crossesRiver(here, next),
          line: isColumn ? `column ${column}` : `row ${row}`,
          at: isColumn ? row : column,
        });
      }
    }
  }
}

/** A road around the city that every main road ends at. */
function buildRing(builder: Builder): void {
  const ends = builder.crossings.flatMap(({ links }, index) =>
    links.length === 1 && builder.links[links[0]!]!.kind === 'primary' ? [index] : [],
  );
  const angleOf = ({ x, y }: Point) => Math.atan2(y, x);
  const sorted = ends.toSorted(
    (a, b) => angleOf(builder.crossings[a]!) - angleOf(builder.crossings[b]!),
  );
  sorted.forEach((from, i) => {
    const to = sorted[(i + 1) % sorted.length]!;
    const [a, b] = [builder.crossings[from]!, builder.crossings[to]!];
    let turn = angleOf(b) - angleOf(a);
    if (turn <= 0) turn += 2 * Math.PI;
    const steps = Math.max(2, Math.ceil(turn / 0.09));
    let last = from;
    for (let step = 1; step <= steps; step += 1) {
      const share = step / steps;
      const angle = angleOf(a) + turn * share;
      const far = Math.hypot(a.x, a.y) * (1 - share) + Math.hypot(b.x, b.y) * share;
      const bulge = 1 + 0.03 * Math.sin(Math.PI * share);
      const point = { x: Math.cos(angle) * far * bulge, y: Math.sin(angle) * far * bulge };
      const next = step === steps ? to : builder.crossing(point);
      const at = i * 100 + step;
      builder.link({ from: last, to: next, kind: 'trunk', isBridge: false, line: 'ring', at });
      last = next;
    }
  });
}

/** Without streets that no other street leads to. */
function connected(builder: Builder): Network {
  const { crossings, links } = builder;
  const reached = new Set<number>();
  const start = links.find(({ kind }) => kind === 'trunk')!.from;
  const open = [start];
  reached.add(start);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const index of crossings[at]!.links) {
      const link = links[index]!;
      const next = link.from === at ? link.to : link.from;
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  const kept = new Builder();
  const renamed = new Map<number, number>();
  for (const index of reached) renamed.set(index, kept.crossing(crossings[index]!));
  for (const link of links) {
    const [from, to] = [renamed.get(link.from), renamed.get(link.to)];
    if (from !== undefined && to !== undefined) kept.link({ ...link, from, to });
  }
  return { crossings: kept.crossings, links: kept.links, streets: namedStreets(kept.links) };
}

/** Streets along a line: broken where it is interrupted, and after some blocks. */
function namedStreets(links: readonly Link[]): Network['streets'] {
  const random = cityRandom('names');
  const names = streetNames(random);
  const byLine = Map.groupBy(links.keys(), (index) => links[index]!.line);
  const streets: Network['streets'][number][] = [];
  for (const [line, indices] of byLine) {
    const ordered = [...indices].toSorted((a, b) => links[a]!.at - links[b]!.at);
    const { kind } = links[ordered[0]!]!;
    const longest = kind === 'residential' ? 9 : 26;
    let part: number[] = [];
    const close = () => {
      if (part.length > 0) streets.push({ name: nameOf(line, kind, names), kind, links: part });
      part = [];
    };
    for (const index of ordered) {
      const last = part.at(-1);
      const isNext = last !== undefined && links[index]!.at === links[last]!.at + 1;
      if (line !== 'ring' && (!isNext || part.length >= longest)) close();
      part.push(index);
    }
    close();
  }
  return streets;
}

const nameOf = (line: string, kind: StreetKind, names: ReturnType<typeof streetNames>) =>
  line === 'ring' ? 'Ring Road' : kind === 'residential' ? names.small() : names.large();

let built: Network | null = null;

/** The network, made when it is first needed; the same at every start. */
export function cityNetwork(): Network {
  if (built) return built;
  const builder = new Builder();
  buildGrid(builder);
  buildRing(builder);
  built = connected(builder);
  return built;
}
