import type { FleetColumns } from '#shared/fleet/columns';
import { nameRank, type NameSearch } from '#lib/search-rank';
import { fold, textsOf } from './texts';

/** Cannot be typed as part of a word, so no word matches across two devices. */
const separator = '\n';
/** The same between two fields of a device. */
const fieldEnd = '\u001f';

/**
 * The searchable text of every device, folded once for each generation.
 *
 * All texts are in one string: one native search finds every device with a word, however many devices
 * there are, and a device without the word costs nothing.
 */
export class SearchIndex {
  readonly #text: string;
  /** Where the text of each device begins; an additional entry marks the end of the last. */
  readonly #starts: Uint32Array;

  constructor(columns: FleetColumns, notes: ReadonlyMap<number, string> = new Map()) {
    const names = textsOf(columns.name);
    const descriptions = textsOf(columns.description);
    const phones = textsOf(columns.phone);
    const ids = textsOf(columns.id);
    const tags = textsOf(columns.tags);
    const parts: string[] = [];
    for (let slot = 0; slot < columns.count; slot++) {
      const phone = phones[slot]!;
      // "99 123-456" is also found by "99123456".
      const digits = phone.replace(/[\s().-]+/g, '');
      // A device without a name is shown by its id.
      const label = names[slot]!.trim() === '' ? ids[slot]! : names[slot]!;
      const fields = [label.trim(), descriptions[slot]!, ids[slot]!, phone, tags[slot]!];
      if (digits !== phone) fields.push(digits);
      const note = notes.get(slot);
      if (note !== undefined) fields.push(note);
      parts[slot] = fields.join(fieldEnd).replaceAll(separator, ' ');
    }
    // Folding one long text is several times faster than folding many short ones.
    const folded = fold(parts.join(separator));
    this.#text = folded;
    this.#starts = new Uint32Array(columns.count + 1);
    let at = 0;
    for (let slot = 0; slot < columns.count; slot++) {
      this.#starts[slot] = at;
      const end = folded.indexOf(separator, at);
      at = end < 0 ? folded.length + 1 : end + 1;
    }
    this.#starts[columns.count] = at;
  }

  /** Sets `mask[slot]` to 1 for each device that has every word, and to 0 for the others. */
  mark(words: readonly string[], mask: Uint8Array): void {
    mask.fill(words.length === 0 ? 1 : 0);
    // The longest word is the rarest: the others are searched only in the devices that have it.
    const [first, ...others] = [...words].sort((a, b) => b.length - a.length);
    if (first === undefined) return;
    const starts = this.#starts;
    const count = starts.length - 1;
    let slot = 0;
    let at = this.#text.indexOf(first);
    while (at >= 0) {
      slot = this.#slotAt(at, slot, count);
      const start = starts[slot]!;
      const end = starts[slot + 1]!;
      mask[slot] = others.every((word) => this.#has(word, start, end)) ? 1 : 0;
      at = this.#text.indexOf(first, end);
      slot += 1;
    }
  }

  /** Sets `ranks[slot]` of each device with `mask[slot]` 1, from `searchRanks`. */
  rank(search: NameSearch, mask: Uint8Array, ranks: Uint8Array): void {
    for (let slot = 0; slot < mask.length; slot++) {
      if (mask[slot] !== 1) continue;
      const start = this.#starts[slot]!;
      const name = this.#text.slice(start, this.#text.indexOf(fieldEnd, start));
      ranks[slot] = nameRank(name, search);
    }
  }

  #has(word: string, start: number, end: number): boolean {
    return this.#text.slice(start, end).includes(word);
  }

  /** The device whose text covers position `at`, at or after `from`; fast if it is near `from`. */
  #slotAt(at: number, from: number, count: number): number {
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
