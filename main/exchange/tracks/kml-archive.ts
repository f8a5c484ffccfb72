import { unzipSync } from 'fflate';
import { message } from '#shared/i18n/translate';
import { refuseFile } from '../table-limits';

/** Of a KML document inside a KMZ archive, and of all that was unpacked. */
const mostUnpackedBytes = 128 * 1024 * 1024;

/** The document of a KMZ archive; null: it is something else, such as a workbook. */
export function kmlInArchive(bytes: Uint8Array): Uint8Array | null {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return null;
  let isTaken = false;
  try {
    const [document] = Object.values(
      unzipSync(bytes, {
        filter: ({ name, originalSize }) => {
          if (isTaken || !/\.kml$/i.test(name) || originalSize > mostUnpackedBytes) return false;
          isTaken = true;
          return true;
        },
      }),
    );
    return document ?? null;
  } catch {
    return refuseFile(message('places.import.damaged'));
  }
}
