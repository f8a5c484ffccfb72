import { message, type PlainKey } from '#shared/i18n/translate';
import { encodings, type Encoding, type TrackChoices } from '#shared/domain/submission';
import { fail } from '#shared/fault';
import { decodeText } from '../encoding';
import type { Findings } from './read-point';

const looked = 4_096;

/** The first bytes of files that people take for tracks, and what helps. */
const otherKinds: readonly [bytes: readonly number[], reason: PlainKey][] = [
  [[0x50, 0x4b, 0x03, 0x04], 'exchange-files.track.compressed'],
  [[0x1f, 0x8b], 'exchange-files.track.gzip'],
];

/**
 * The text of a file, and the encoding if the bytes do not prove it. First bytes that name an encoding and
 * bytes that only UTF-8 has are believed before the declaration in the file.
 */
export function trackText(bytes: Uint8Array, choices: TrackChoices, { note }: Findings) {
  if (bytes.length === 0) refuse('exchange-files.file.empty');
  for (const [mark, reason] of otherKinds) {
    if (mark.every((byte, i) => bytes[i] === byte)) refuse(reason);
  }
  const written = withoutEmptyEnd(bytes, note);
  const isWide = isUtf16(written);
  const content = isWide ? written : withoutGaps(written, note);
  const declared = declaredEncoding(content);
  // A letter in which the file is cut off is not a letter of another encoding.
  const text = isWide ? null : utf8Text(content);
  if (text !== null && choices.encoding === undefined) {
    if (declared !== null && declared !== 'utf-8' && content.some((byte) => byte > 0x7f)) {
      note(message('exchange-files.track.wrongEncoding', { encoding: declared }));
    }
    return { text, encoding: null };
  }
  const stated = declared === 'utf-8' || isWide ? undefined : (declared ?? undefined);
  const decoded = decodeText(content, choices.encoding ?? stated);
  if (decoded.isDamaged) {
    note(message('exchange-files.track.lostLetters'));
  }
  const isProved = choices.encoding === undefined && stated === undefined && !decoded.isGuessed;
  const others = decoded.encodings.filter((each) => each !== decoded.encoding);
  return {
    text: decoded.text,
    encoding: isProved ? null : { used: decoded.encoding, others },
  };
}

/**
 * A recorder reserves space in advance; after a power failure the rest of the file is zero, or 255 as in
 * an erased memory.
 */
function withoutEmptyEnd(bytes: Uint8Array, note: Findings['note']): Uint8Array {
  const filler = bytes.at(-1) === 0xff ? 0xff : 0;
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === filler) end -= 1;
  const count = bytes.length - end;
  const isZero = filler === 0;
  if (end === 0) {
    refuse(isZero ? 'exchange-files.track.allZero' : 'exchange-files.track.all255');
  }
  // One may belong to the last character of UTF-16, and 255 is a letter in some encodings.
  if (count < (filler === 0 ? 2 : 16)) return bytes;
  note(message(isZero ? 'exchange-files.track.endZero' : 'exchange-files.track.end255', { count }));
  return bytes.subarray(0, end + (filler === 0 && bytes[1] === 0 ? 1 : 0));
}

/** Stands for lost bytes: no value with it is understood. */
const gapMark = 0x1a;

/** A recorder that goes on after a power failure leaves zeros where nothing was written. */
function withoutGaps(bytes: Uint8Array, note: Findings['note']): Uint8Array {
  const first = bytes.indexOf(0);
  if (first < 0) return bytes;
  if (bytes.subarray(0, looked).some((byte) => byte > 0 && byte < 9)) {
    refuse('exchange-files.track.noText');
  }
  const lines = bytes.subarray(0, first).reduce((sum, byte) => sum + (byte === 0x0a ? 1 : 0), 1);
  const count = bytes.reduce((sum, byte) => sum + (byte === 0 ? 1 : 0), 0);
  note(message('exchange-files.track.gap', { count, line: lines }));
  const start = bytes.findIndex((byte) => byte !== 0);
  return bytes
    .subarray(start)
    .filter((byte, i, all) => byte !== 0 || all[i - 1] !== 0)
    .map((byte) => (byte === 0 ? gapMark : byte));
}

/** With a mark, or with one byte of zero for each of the ASCII characters with which a file begins. */
function isUtf16([a, b, c, d]: Uint8Array): boolean {
  const isMarked = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff);
  const isLittle = a !== 0 && b === 0 && c !== 0 && d === 0;
  return isMarked || isLittle || (a === 0 && b !== 0 && c === 0);
}

function declaredEncoding(bytes: Uint8Array): Encoding | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const [, declared = ''] = /^[^<]{0,20}<\?xml[^>]*encoding=["']([\w.:-]+)["']/i.exec(head) ?? [];
  // A declaration of UTF-16 in single bytes is wrong.
  if (declared === '' || /utf-?16/i.test(declared)) return null;
  try {
    const name = new TextDecoder(declared).encoding;
    return encodings.find((each) => each === name) ?? null;
  } catch {
    const name = declared.toLowerCase().replace(/^cp-?/, 'ibm');
    return encodings.find((each) => each === name) ?? null;
  }
}

/** null if the bytes are not UTF-8; the file may be cut off within a letter. */
function utf8Text(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

function refuse(reason: PlainKey): never {
  return fail({ kind: 'invalid', message: message(reason) });
}
