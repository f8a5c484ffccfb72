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
 * copied: most records have none, and a list may have a hundred thousand. Each value is visited
 * once, because a visit more per level would double the time with each level of nesting.
 */
export function withoutPasswords(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maximumDepth) return null;
  if (isJsonArray(value)) {
    const items = value.map((item) => withoutPasswords(item, depth + 1));
    return items.every((item, i) => item === value[i]) ? value : items;
  }
  const record = value as JsonObject;
  let changed: Map<string, unknown> | null = null;
  for (const name of Object.keys(record)) {
    const member = record[name];
    const isSecret = isPassword(name);
    const safe = isSecret ? undefined : withoutPasswords(member, depth + 1);
    if (safe === member && !isSecret) continue;
    changed ??= new Map(Object.entries(record));
    if (isSecret) changed.delete(name);
    else changed.set(name, safe);
  }
  return changed ? Object.fromEntries(changed) : record;
}

/** Names seen before: a list has the same few names in each of its records. */
const harmless = new Set<string>();
const mostHarmless = 1_000;

function isPassword(name: string): boolean {
  if (harmless.has(name)) return false;
  // `__proto__` is removed too: copied by assignment, it would become the prototype.
  const isSecret = name === '__proto__' || /passw(or)?d/i.test(name);
  if (!isSecret && harmless.size < mostHarmless) harmless.add(name);
  return isSecret;
}
