import type { Message } from '#shared/i18n/translate';
import { inEnglish, t, textOf } from '../../../test/support/english';
import { defaultTripRules } from '#shared/domain/history';
import type { TrackChoices } from '#shared/domain/submission';
import { FaultError } from '#shared/fault';
import { checkedFile } from './checked-file';
import type { CheckedFile } from './checked-schema';

const now = Date.UTC(2026, 10, 26);
export const bytesOf = (content: string) => new TextEncoder().encode(content);

export function read(content: string | Uint8Array, choices: TrackChoices = {}): CheckedFile {
  const bytes = typeof content === 'string' ? bytesOf(content) : content;
  return inEnglish(
    checkedFile(bytes, {
      timeZone: 'Europe/Madrid',
      now,
      rules: defaultTripRules,
      metresPerSecondOfUnit: 1,
      speedUnit: 'km/h',
      choices,
    }),
  );
}

export function refusal(content: string | Uint8Array): string {
  try {
    read(content);
  } catch (error) {
    if (error instanceof FaultError && error.fault.kind === 'invalid')
      return t(error.fault.message as Message);
    throw error;
  }
  throw new Error('The file was not refused.');
}

export const timesOf = ({ tracks }: CheckedFile) =>
  tracks.map(({ usable }) => [...usable.at].map((at) => new Date(at).toISOString()));
export const placesOf = ({ tracks }: CheckedFile) =>
  tracks.map(({ preview }) =>
    [...preview.longitude].map((longitude, i) => [longitude, preview.latitude[i]]),
  );
export const messagesOf = ({ tracks }: CheckedFile) =>
  tracks.flatMap(({ problems }) =>
    problems.map(({ point, message }) => `${point}: ${textOf(message)}`),
  );
export const countsOf = ({ tracks }: CheckedFile) =>
  tracks.map(({ name, points, usable }) => [name, points, usable.at.length]);

export const point = (i: number, time = `2026-05-04T08:0${i}:00Z`) =>
  `<trkpt lat="45.00${i}" lon="7.6"><ele>12.0</ele><time>${time}</time></trkpt>\n`;
export const gpxOf = (points: string, prologue = '<?xml version="1.0"?>') =>
  `${prologue}<gpx version="1.1"><trk><name>Round</name><trkseg>\n${points}</trkseg></trk></gpx>`;
export const threePoints = [0, 1, 2].map((i) => point(i)).join('');
