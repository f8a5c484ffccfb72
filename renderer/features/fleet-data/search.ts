import type { FleetColumns } from '#shared/fleet/columns';
import { nameRank, type NameSearch } from '#lib/search-rank';
import { fold, textsOf } from './texts';

/** Cannot be typed as part of a word, so no word matches across two devices. */
const separator = '\n';
/** The same between two fields of a device. */
const fieldEnd = '\u001f';

/** So many devices are prepared at a time: a few milliseconds of work. */
const partSize = 4096;

/**
 * The searchable text of every device, folded once for each generation, in parts: a part is built when it is first
 * searched, or by `prepare`.
 */
export class SearchIndex {
  readonly #parts: SearchPart[] = [];

  constructor(
    private readonly columns: FleetColumns,
    private readonly notes: ReadonlyMap<number, string> = new Map(),
  ) {}

  /** Builds one more part; returns whether there are others. */
  prepare(): boolean {
    const { columns, notes } = this;
    const from = this.#parts.length * partSize;
    if (from >= columns.count) return false;
    const to = Math.min(columns.count, from + partSize);
    this.#parts.push(new SearchPart(columns, notes, from, to));
    return to < columns.count;
  }

  /** Sets `mask[slot]` to 1 for each device that has every word, and to 0 for the others. */
  mark(words: readonly string[], mask: Uint8Array): void {
    mask.fill(words.length === 0 ? 1 : 0);
    // The longest word is the rarest: the others are searched only in the devices that have it.
    const [first, ...others] = [...words].sort((a, b) => b.length - a.length);
    if (first === undefined) return;
    for (const part of this.#built()) part.mark(first, others, mask);
  }

  /** Sets `ranks[slot]` of each device with `mask[slot]` 1, from `searchRanks`. */
  rank(search: NameSearch, mask: Uint8Array, ranks: Uint8Array): void {
    for (const part of this.#built()) part.rank(search, mask, ranks);
  }

  #built(): readonly SearchPart[] {
    while (this.prepare());
    return this.#parts;
  }
}

/**
 * Consecutive devices. All of their texts are in one string: one native search finds every device with a word,
 * however many devices there are, and a device without the word costs nothing.
 */
class SearchPart {
  readonly #text: string;
  /** Where the text of each device begins; an additional entry marks the end of the last. */
  readonly #starts: Uint32Array;

  constructor(
    columns: FleetColumns,
    notes: ReadonlyMap<number, string>,
    private readonly from: number,
    to: number,
  ) {
    const names = textsOf(columns.name, from, to);
    const descriptions = textsOf(columns.description, from, to);
    const phones = textsOf(columns.phone, from, to);
    const ids = textsOf(columns.id, from, to);
    const tags = textsOf(columns.tags, from, to);
    const texts: string[] = [];
    this.#starts = new Uint32Array(to - from + 1);
    for (let i = 0; i < names.length; i++) {
      const phone = phones[i]!;
      // "99 123-456" is also found by "99123456".
      const digits = phone.replace(/[\s().-]+/g, '');
      // A device without a name is shown by its id.
      const label = names[i]!.trim() === '' ? ids[i]! : names[i]!;
      const fields = [label.trim(), descriptions[i]!, ids[i]!, phone, tags[i]!];
      if (digits !== phone) fields.push(digits);
      const note = notes.get(from + i);
      if (note !== undefined) fields.push(note);
      // Folding many short texts is several times faster than folding one long text.
      const text = fold(fields.join(fieldEnd).replaceAll(separator, ' '));
      texts.push(text);
      this.#starts[i + 1] = this.#starts[i]! + text.length + separator.length;
    }
    this.#text = texts.join(separator);
  }

  /** Sets `mask[slot]` to 1 for each device that has all of the words. */
  mark(first: string, others: readonly string[], mask: Uint8Array): void {
    const starts = this.#starts;
    const count = starts.length - 1;
    let i = 0;
    let at = this.#text.indexOf(first);
    while (at >= 0) {
      i = this.#indexAt(at, i, count);
      const start = starts[i]!;
      const end = starts[i + 1]!;
      mask[this.from + i] = others.every((word) => this.#has(word, start, end)) ? 1 : 0;
      at = this.#text.indexOf(first, end);
      i += 1;
    }
  }

  rank(search: NameSearch, mask: Uint8Array, ranks: Uint8Array): void {
    for (let i = 0; i < this.#starts.length - 1; i++) {
      const slot = this.from + i;
      if (mask[slot] !== 1) continue;
      const start = this.#starts[i]!;
      const name = this.#text.slice(start, this.#text.indexOf(fieldEnd, start));
      ranks[slot] = nameRank(name, search);
    }
  }

  #has(word: string, start: number, end: number): boolean {
    return this.#text.slice(start, end).includes(word);
  }

  /** The device whose text covers position `at`, at or after `from`; fast if it is near `from`. */
  #indexAt(at: number, from: number, count: number): number {
    const starts = this.#starts;
    let step = 1;
    let low = from;
    while (low + step < count && starts[low + step]! <= at) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, count);
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= at) low = middle;
      else high = middle;
    }
    return low;
  }
}
