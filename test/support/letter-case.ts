import { isRecord } from './alternative-records';

/** Every member name of a JSON value in PascalCase. */
export function pascal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pascal);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.charAt(0).toUpperCase() + name.slice(1),
      // The members of these two are names given by users.
      ['tags', 'countries', 'timeZones'].includes(name) ? member : pascal(member),
    ]),
  );
}

const lowered = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

/** A body with its member names, or the paths of its patch, in the documented letter case. */
export function asDocumented(body: unknown): unknown {
  if (Array.isArray(body)) {
    return body.map((step: unknown) =>
      isRecord(step) && typeof step.path === 'string'
        ? { ...step, path: `/${lowered(step.path.slice(1))}` }
        : step,
    );
  }
  if (!isRecord(body)) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [lowered(name), value]));
}
