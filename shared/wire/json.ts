/** A JSON object received from the service. */
export type JsonObject = Record<string, unknown>;

/** No documented payload is deeper than this; it also limits recursion. */
const maximumDepth = 64;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isJsonArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/**
 * Removes every member whose name contains "password" or "passwd", in any letter case and at any
 * depth. The decoders store and show only JSON from here. Only objects with such a member are
 * copied: most records have none, and a list may have a hundred thousand.
 */
export function withoutPasswords(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maximumDepth) return null;
  if (isJsonArray(value)) {
    const items = value.map((item) => withoutPasswords(item, depth + 1));
    return items.every((item, i) => item === value[i]) ? value : items;
  }
  const record = value as JsonObject;
  const isClean = Object.keys(record).every(
    (name) => !isPassword(name) && withoutPasswords(record[name], depth + 1) === record[name],
  );
  return isClean ? record : cleaned(record, depth);
}

function cleaned(value: JsonObject, depth: number): JsonObject {
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (isPassword(name)) continue;
    members.push([name, withoutPasswords(member, depth + 1)]);
  }
  return Object.fromEntries(members);
}

function isPassword(name: string): boolean {
  // `__proto__` is removed too: copied by assignment, it would become the prototype.
  return name === '__proto__' || /passw(or)?d/i.test(name);
}
