import { searchForm } from '#shared/domain/text';
import { type NameSearch, nameRank } from '#lib/find-text';
import { type FleetColumns, type TextColumn, textStart } from '#shared/fleet/columns';

/** Cannot be typed as part of a word, so no word matches across two fields of a device. */
const fieldEnd = '\u001f';

/** The searchable text of every device, folded once for each generation. The label is its first field. */
export class SearchIndex {
  readonly #texts: readonly string[];

  constructor(columns: FleetColumns, notes: ReadonlyMap<number, string> = new Map()) {
    const descriptions = textsOf(columns.description);
    const phones = textsOf(columns.phone);
    const ids = textsOf(columns.id);
    const tags = textsOf(columns.tags);
    this.#texts = textsOf(columns.name).map((name, slot) => {
      const phone = phones[slot]!;
      // "99 123-456" is also found by "99123456".
      const digits = phone.replace(/[\s().-]+/g, '');
      // A device without a name is shown by its id.
      const label = name.trim() === '' ? ids[slot]! : name;
      const fields = [descriptions[slot]!, ids[slot]!, phone, tags[slot]!];
      if (digits !== phone) fields.push(digits);
      const note = notes.get(slot);
      if (note !== undefined) fields.push(note);
      return `${searchForm(label.trim())}${fieldEnd}${searchForm(fields.join(fieldEnd))}`;
    });
  }

  /** Sets `mask[slot]` to 1 for each device that has every word, and to 0 for the others. */
  mark(words: readonly string[], mask: Uint8Array): void {
    for (const [slot, text] of this.#texts.entries()) {
      mask[slot] = words.every((word) => text.includes(word)) ? 1 : 0;
    }
  }

  /** Sets `ranks[slot]` of each device with `mask[slot]` 1, from `searchRanks`. */
  rank(search: NameSearch, mask: Uint8Array, ranks: Uint8Array): void {
    for (const [slot, text] of this.#texts.entries()) {
      if (mask[slot] !== 1) continue;
      ranks[slot] = nameRank(text.slice(0, text.indexOf(fieldEnd)), search);
    }
  }
}

// A leading byte order mark belongs to the text: dropping it would shift every text after it.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The texts of a column, or those of the slots from `from` to `to` (exclusive). Decodes the buffer once and splits
 * the result, because a hundred thousand small decodes take twenty times as long.
 */
export function textsOf(column: TextColumn, from = 0, to = column.ends.length): string[] {
  const { bytes, ends } = column;
  const first = textStart(column, from);
  const decoded = bytes.subarray(first, textStart(column, to));
  const whole = decoder.decode(decoded);
  const texts: string[] = [];
  const isAscii = whole.length === decoded.length;
  let byte = first;
  let unit = 0;
  for (let i = from; i < to; i++) {
    const end = ends[i]!;
    const start = unit;
    if (isAscii) {
      unit = end - first;
    } else {
      // UTF-16 units: one for each leading byte, two if it starts a sequence of four bytes.
      for (; byte < end; byte++) {
        const value = bytes[byte]!;
        if ((value & 0xc0) !== 0x80) unit += value >= 0xf0 ? 2 : 1;
      }
    }
    texts.push(whole.slice(start, unit));
  }
  return texts;
}
