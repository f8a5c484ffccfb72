import type { Entry } from 'pmtiles';
import { refuse } from './map-file-error';

const mostEntries = 250_000;

/**
 * The entries of an unpacked directory, as the specification of PMTiles 3 describes it in section 4.1;
 * undefined if these bytes are none.
 */
export function entriesOf(bytes: Uint8Array): Entry[] | undefined {
  let at = 0;
  /** NaN: the number has no end, or is larger than a file can be. */
  const next = (): number => {
    let value = 0;
    for (let shift = 1; shift <= 2 ** 56; shift *= 128) {
      const byte = bytes[at];
      if (byte === undefined) return Number.NaN;
      at += 1;
      value += (byte & 0x7f) * shift;
      if (byte < 0x80) return Number.isSafeInteger(value) ? value : Number.NaN;
    }
    return Number.NaN;
  };
  const count = next();
  // Each entry takes at least four bytes.
  if (!(count * 4 <= bytes.length)) return undefined;
  if (count > mostEntries) refuse('excessive', `a directory of ${count} entries`);
  const entries: Entry[] = [];
  let tileId = 0;
  for (let i = 0; i < count; i += 1) {
    tileId += next();
    entries.push({ tileId, offset: 0, length: 0, runLength: 0 });
  }
  for (const entry of entries) entry.runLength = next();
  for (const entry of entries) entry.length = next();
  let end = 0;
  for (const [i, entry] of entries.entries()) {
    const stated = next();
    if (stated === 0 && i === 0) return undefined;
    entry.offset = stated === 0 ? end : stated - 1;
    end = entry.offset + entry.length;
    const isWhole = [entry.tileId, entry.runLength, end].every((each) =>
      Number.isSafeInteger(each),
    );
    if (!isWhole) return undefined;
  }
  // What is left over was not written as a directory.
  return at === bytes.length ? entries : undefined;
}
