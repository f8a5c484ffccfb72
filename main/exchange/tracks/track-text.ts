import type { TrackChoices, trackEncodings } from '#shared/domain/track-reading';
import { fail } from '#shared/fault';
import { figure } from '../table-limits';
import type { Findings } from './read-point';

const looked = 4_096;

/** The first bytes of files that people take for tracks, and what helps. */
const otherKinds: readonly [bytes: readonly number[], message: string][] = [
  [
    [0x50, 0x4b, 0x03, 0x04],
    'This file is compressed: a KMZ, a ZIP or an Excel workbook. Unpack it, or save it as KML or CSV, and open that.',
  ],
  [[0x1f, 0x8b], 'This file is compressed with gzip. Unpack it and open the file that is in it.'],
];

/**
 * The text of a file, and the encoding if it is a guess. First bytes that name an encoding and bytes that
 * only UTF-8 has are believed before the declaration in the file.
 */
export function trackText(
  bytes: Uint8Array,
  { encoding: chosen }: TrackChoices,
  { note }: Findings,
): { text: string; encoding: string | null } {
  if (bytes.length === 0) refuse('The file is empty.');
  for (const [mark, message] of otherKinds) {
    if (mark.every((byte, i) => bytes[i] === byte)) refuse(message);
  }
  const content = withoutZeros(bytes, note);
  const [first, second] = content;
  const marked =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : utf16WithoutMark(content);
  if (chosen !== undefined) return { text: decode(content, chosen), encoding: chosen };
  if (marked !== null) return { text: decode(content, marked), encoding: null };
  if (content.subarray(0, looked).includes(0)) {
    refuse('This is no text, so it is none of GPX, KML, GeoJSON and CSV.');
  }

  const declared = declaredEncoding(content);
  const isUtf8 = isValidUtf8(content);
  if (isUtf8) {
    if (declared !== null && declared !== 'utf-8' && content.some((byte) => byte > 0x7f)) {
      note(
        `The file says that its encoding is ${declared}, but it is UTF-8, and was read as that.`,
      );
    }
    return { text: decode(content, 'utf-8'), encoding: null };
  }
  const encoding = declared !== null && declared !== 'utf-8' ? declared : likelyEncoding(content);
  return { text: decode(content, encoding), encoding };
}

/** A recorder reserves space in advance; after a power failure the rest of the file is zero. */
function withoutZeros(bytes: Uint8Array, note: Findings['note']): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  const count = bytes.length - end;
  if (end === 0) refuse('All bytes of this file are zero: nothing was written to it.');
  // One may belong to the last character of UTF-16.
  if (count < 2) return bytes;
  note(`The last ${figure(count)} bytes of the file are zero, as after a power failure.`);
  return bytes.subarray(0, end + (bytes[1] === 0 ? 1 : 0));
}

/** UTF-16 without a mark: a file begins with an ASCII character, which has one byte of zero. */
function utf16WithoutMark([a, b, c, d]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (a && b === 0 && c && d === 0) return 'utf-16le';
  return a === 0 && b && c === 0 && d ? 'utf-16be' : null;
}

function declaredEncoding(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const [, declared] = /^[^<]{0,20}<\?xml[^>]*encoding=["']([\w.:-]+)["']/i.exec(head) ?? [];
  try {
    // A declaration of UTF-16 in single bytes is wrong.
    return declared && !/utf-?16/i.test(declared) ? new TextDecoder(declared).encoding : null;
  } catch {
    return null;
  }
}

/** Also if the file is cut off within a letter. */
function isValidUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** A few wrong bytes among letters of UTF-8 are damage; without such letters it is a code page. */
function likelyEncoding(bytes: Uint8Array): (typeof trackEncodings)[number] {
  const text = new TextDecoder('utf-8').decode(bytes);
  const wrong = text.match(/\uFFFD/g)?.length ?? 0;
  const right = text.match(/[^\0-\x7f\uFFFD]/g)?.length ?? 0;
  return right > wrong ? 'utf-8' : 'windows-1252';
}

const decode = (bytes: Uint8Array, encoding: string) =>
  new TextDecoder(encoding).decode(bytes, { stream: encoding === 'utf-8' });

function refuse(message: string): never {
  return fail({ kind: 'invalid', message });
}
