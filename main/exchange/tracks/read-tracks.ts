import type { TrackImport } from '#shared/domain/submission';
import { fail } from '#shared/fault';
import { readCsvTrack } from './read-csv-track';
import { readGeoJsonTracks } from './read-geojson-track';
import { figure } from '../table-limits';
import { mostPoints, mostTracks, type ReadTrack } from './read-point';
import { readGpx, readKml } from './read-xml';
import { parseXml } from './xml-tree';

export type { ReadPoint, ReadTrack } from './read-point';

/**
 * Reads the tracks in a file; its content decides the format, not its name. `onShare` receives the
 * fraction that was read, from 0 to 1.
 */
export function readTracks(
  bytes: Uint8Array,
  timeZone: string,
  onShare: (share: number) => void = () => undefined,
): { format: TrackImport['format']; tracks: ReadTrack[] } {
  const text = decoded(bytes);
  const start = text.trimStart();
  if (start.startsWith('<')) {
    const root = parseXml(start, onShare);
    if (Object.hasOwn(root, 'kml')) return found('kml', readKml(root));
    return found('gpx', readGpx(root));
  }
  if (/^[{[]/.test(start)) return found('geojson', readGeoJsonTracks(start, onShare));
  return found('csv', readCsvTrack(bytes, timeZone, onShare));
}

function found(format: TrackImport['format'], tracks: ReadTrack[]) {
  if (tracks.length > mostTracks) refuseMore(mostTracks, 'tracks');
  const points = tracks.reduce((sum, track) => sum + track.points.length, 0);
  if (points > mostPoints) refuseMore(mostPoints, 'points');
  if (tracks.length > 0) return { format, tracks };
  return fail({ kind: 'invalid', field: 'file', message: 'There are no points in this file.' });
}

function refuseMore(limit: number, what: string): never {
  const message = `This file has more than ${figure(limit)} ${what}. Split it and open the parts one after another.`;
  return fail({ kind: 'invalid', field: 'file', message });
}

/** Text in the encoding that the file declares by its first bytes or in its XML declaration. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const [, declared] = /^[^<]*<\?xml[^>]*encoding=["']([\w.:-]+)["']/i.exec(head) ?? [];
  try {
    // A declaration of UTF-16 in single bytes is wrong.
    const name = declared && !/utf-?16/i.test(declared) ? declared : 'utf-8';
    return new TextDecoder(name, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
