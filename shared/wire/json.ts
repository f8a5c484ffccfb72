/** A JSON object as it came from the service. */
export type JsonObject = Record<string, unknown>;

/** Deeper than this nothing the service documents can lie; it also keeps recursion safe. */
const maximumDepth = 64;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isJsonArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/**
 * Parsed JSON without any member whose name speaks of a password, in any letter case and at any
 * depth. Everything the decoders keep or show goes through here first. Only what holds such a member
 * is copied: most records hold none, and a list may have a hundred thousand.
 */
export function withoutPasswords(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maximumDepth) return null;
  if (isJsonArray(value)) {
    const kept = value.map((item) => withoutPasswords(item, depth + 1));
    return kept.every((item, i) => item === value[i]) ? value : kept;
  }
  const record = value as JsonObject;
  const isClean = Object.keys(record).every(
    (name) => !isPassword(name) && withoutPasswords(record[name], depth + 1) === record[name],
  );
  return isClean ? record : cleaned(record, depth);
}

function cleaned(value: JsonObject, depth: number): JsonObject {
  const kept: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (isPassword(name)) continue;
    kept.push([name, withoutPasswords(member, depth + 1)]);
  }
  return Object.fromEntries(kept);
}

function isPassword(name: string): boolean {
  // `__proto__` goes too: as an own member it would become the prototype of a careless copy.
  return name === '__proto__' || /passw(or)?d/i.test(name);
}
