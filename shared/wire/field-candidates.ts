import { isJsonObject, type JsonObject } from './json';
import { readWithin } from './read';

const readLatitude = readWithin(-90, 90);
const readLongitude = readWithin(-180, 180);
const latitudeName = /lat|(^|[^a-z])y$/i;
const longitudeName = /lon|lng|(^|[^a-z])x$/i;

/** Whether unknown members look like a place: a latitude and a longitude under other names. */
export function hasUnknownPlace(extra: JsonObject): boolean {
  const entries = Object.entries(extra);
  for (const value of Object.values(extra)) {
    if (isJsonObject(value)) entries.push(...Object.entries(value));
  }
  const has = (pattern: RegExp, read: (value: unknown) => number | null | undefined) =>
    entries.some(([name, value]) => pattern.test(name) && typeof read(value) === 'number');
  return has(latitudeName, readLatitude) && has(longitudeName, readLongitude);
}
