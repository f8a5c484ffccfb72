import { fail } from '#shared/fault';

const looked = 4_096;
/** The first bytes of ZIP files, which include KMZ and Excel workbooks. */
const zip = [0x50, 0x4b, 0x03, 0x04];
const byteOrderMarks = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];

/** Refuses, with a message, a file that cannot contain tracks, whatever its name. */
export function refuseWhatIsNoText(bytes: Uint8Array): void {
  const begins = (mark: readonly number[]) => mark.every((byte, i) => bytes[i] === byte);
  if (bytes.length === 0) refuse('The file is empty.');
  if (begins(zip)) {
    refuse(
      'This file is compressed: a KMZ, a ZIP or an Excel workbook. Unpack it, or save it as KML or CSV, and open that.',
    );
  }
  if (!byteOrderMarks.some(begins) && bytes.subarray(0, looked).includes(0)) {
    refuse('This is no text, so it is none of GPX, KML, GeoJSON and CSV.');
  }
}

function refuse(message: string): never {
  return fail({ kind: 'invalid', message });
}
