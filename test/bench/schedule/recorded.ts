import fs from 'node:fs';
import path from 'node:path';
import type { Leg } from './fleet';

const metresPerDegree = 111_195;
/** A longer step is a gap of the recording. */
const longestSeconds = 300;
/** Metres; a larger step is a fault of the receiver. */
const longestMetres = 5_000;
const shortestTrack = 50;

/** The recorded tracks of a folder of GPX files, those with times only; none if there is no folder. */
export function readTracks(folder: string): Leg[][] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.gpx'))
    .map((name) => legsOf(fs.readFileSync(path.join(folder, name), 'utf8')))
    .filter((legs) => legs.length >= shortestTrack);
}

function legsOf(gpx: string): Leg[] {
  const legs: Leg[] = [];
  let last: { at: number; latitude: number; longitude: number } | null = null;
  for (const [, attributes = '', body = ''] of gpx.matchAll(/<trkpt([^>]*)>(.*?)<\/trkpt>/gs)) {
    const number = (name: string) =>
      Number(new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1] ?? Number.NaN);
    const at = Date.parse(/<time>([^<]*)<\/time>/.exec(body)?.[1] ?? '') / 1000;
    const fix = { at, latitude: number('lat'), longitude: number('lon') };
    if (Object.values(fix).some(Number.isNaN)) continue;
    const seconds = last ? fix.at - last.at : 0;
    if (last && seconds > 0 && seconds <= longestSeconds) {
      const dy = (fix.latitude - last.latitude) * metresPerDegree;
      const narrowing = Math.cos((fix.latitude * Math.PI) / 180);
      const dx = (fix.longitude - last.longitude) * metresPerDegree * narrowing;
      if (Math.hypot(dx, dy) <= longestMetres) legs.push({ seconds, dx, dy });
    }
    last = fix;
  }
  return legs;
}
