import { memberOf } from './envelope';
import { isJsonObject, withoutPasswords } from './json';
import { readTextMap } from './read';

/**
 * Reads a map of names, `countries` or `timeZones` (wire contract 5.4 and 5.5): code to name. null:
 * the answer contains no such map.
 */
export function decodeNames(
  json: unknown,
  name: 'countries' | 'timeZones',
): Record<string, string> | null {
  const safe = withoutPasswords(json);
  if (!isJsonObject(safe)) return null;
  const member = memberOf(safe, name);
  const data = memberOf(safe, 'data');
  const map = member ?? (isJsonObject(data) ? (memberOf(data, name) ?? data) : null);
  if (map === null || map === undefined) return memberOf(safe, 'success') === undefined ? null : {};
  return readTextMap(map) ?? null;
}
