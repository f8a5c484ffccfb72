import fc from 'fast-check';
import type { z } from 'zod';

/** Values of the right shape for a schema, including those at its limits. */
export function validFor(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  // Another kind ends the test with its name.
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check
  switch (def.type) {
    case 'string':
      return textFor(schema);
    case 'number':
      return numberFor(schema);
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'null':
      return fc.constant(null);
    case 'undefined':
      return fc.constant(undefined);
    case 'unknown':
      return fc.jsonValue({ maxDepth: 2 });
    case 'array':
      return fc.array(validFor(def.element), {
        minLength: limitOf(schema, 'min_length') ?? 0,
        maxLength: Math.min(limitOf(schema, 'max_length') ?? 3, 3),
      });
    case 'tuple':
      return fc.tuple(...def.items.map(validFor));
    case 'record': {
      const keys = validFor(def.keyType) as fc.Arbitrary<string>;
      return fc.dictionary(fc.oneof(keys, hostileNames), validFor(def.valueType), { maxKeys: 3 });
    }
    case 'object': {
      const parts = Object.entries(def.shape).map(
        ([name, each]) => [name, validFor(each)] as const,
      );
      const optional = Object.entries(def.shape)
        .filter(([, each]) => each._zod.optin === 'optional')
        .map(([name]) => name);
      const required = parts.map(([name]) => name).filter((name) => !optional.includes(name));
      return fc.record(Object.fromEntries(parts), { requiredKeys: required });
    }
    case 'union':
      return fc.oneof(...def.options.map(validFor));
    case 'nullable':
      return fc.option(validFor(def.innerType), { nil: null });
    case 'optional':
    case 'default':
      return fc.option(validFor(def.innerType), { nil: undefined });
    case 'catch':
    case 'readonly':
      return validFor(def.innerType);
    default:
      throw new Error(`no values for ${def.type}`);
  }
}

interface LengthCheck {
  check: string;
  maximum?: number;
  minimum?: number;
  value?: number;
  format?: string;
  pattern?: RegExp;
}
const checksOf = (schema: z.core.$ZodType) =>
  (schema._zod.def.checks ?? []).map(({ _zod }) => _zod.def as unknown as LengthCheck);

function limitOf(schema: z.core.$ZodType, check: string): number | undefined {
  const found = checksOf(schema).find((each) => each.check === check);
  return found?.maximum ?? found?.minimum;
}

const hostileNames = fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty');
const hostileTexts = fc.constantFrom(
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '\0',
  '\uD800',
  '\u202E',
  "'; DROP TABLE drafts; --",
  '=cmd|x',
  '<img src=x>',
  '%00',
  'https://evil.example',
);

function textFor(schema: z.core.$ZodType): fc.Arbitrary<string> {
  // A format of its own, such as an ISO date, or a pattern added to a string.
  const formats = [schema._zod.def as unknown as LengthCheck, ...checksOf(schema)];
  const pattern = formats.find(({ check }) => check === 'string_format')?.pattern;
  if (pattern) return fc.stringMatching(pattern);
  const maxLength = limitOf(schema, 'max_length') ?? 100;
  const minLength = limitOf(schema, 'min_length') ?? 0;
  const short = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 20)) };
  return fc.oneof(
    fc.string(short),
    fc.string({ ...short, unit: 'binary' }),
    hostileTexts.filter(({ length }) => length >= minLength && length <= maxLength),
    fc.constant('x'.repeat(Math.min(maxLength, 5_000))),
  );
}

function numberFor(schema: z.core.$ZodType): fc.Arbitrary<number> {
  const checks = checksOf(schema);
  const isWhole = checks.some(({ check }) => check === 'number_format');
  const least = checks.find(({ check }) => check === 'greater_than')?.value;
  const most = checks.find(({ check }) => check === 'less_than')?.value;
  const min = least ?? (isWhole ? Number.MIN_SAFE_INTEGER : -1e300);
  const max = most ?? (isWhole ? Number.MAX_SAFE_INTEGER : 1e300);
  const inside = isWhole ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
  return fc.oneof(fc.constantFrom(min, max), inside);
}

/** Values that no part of an input may have, of everything that a window can send. */
export const garbage: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
    maxDepth: 3,
  }),
  fc.constantFrom<unknown[]>(
    null,
    undefined,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -0,
    1e308,
    '',
    'x'.repeat(200_000),
    [],
    [[]],
    {},
    new Uint8Array(64),
    new ArrayBuffer(8),
    new Date(Number.NaN),
    /x/,
    new Error('x'),
    JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
    Array.from({ length: 300 }, (_, i) => i),
    cyclic(),
    nested(200),
    ['x'.repeat(50_000), 'y'.repeat(50_000)],
  ),
);

function cyclic(): unknown {
  const one: Record<string, unknown> = { id: 'x' };
  one['self'] = one;
  one['list'] = [one, [one]];
  return one;
}

function nested(depth: number): unknown {
  let one: unknown = 'x';
  for (let i = 0; i < depth; i += 1) one = i % 2 === 0 ? [one] : { a: one };
  return one;
}

/** An input of the right shape with one part replaced, added or removed. */
export function nearMissFor(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  return fc
    .tuple(validFor(schema), garbage, fc.nat(), fc.constantFrom('replace', 'add', 'remove'))
    .map(([value, bad, at, change]) => changed(value, bad, at, change));
}

function changed(value: unknown, bad: unknown, at: number, change: string): unknown {
  if (typeof value !== 'object' || value === null) return bad;
  const names = Object.keys(value);
  if (names.length === 0) return bad;
  const name = names[at % names.length]!;
  const old = (value as Record<string, unknown>)[name];
  const isInside = typeof old === 'object' && old !== null && at % 3 !== 0;
  const entries = Object.entries(value);
  const next = entries.flatMap(([each, part]): [string, unknown][] => {
    if (each !== name) return [[each, part]];
    if (isInside) return [[each, changed(part, bad, at >> 2, change)]];
    return change === 'remove' ? [] : [[each, change === 'replace' ? bad : part]];
  });
  if (change === 'add') next.push(['__proto__', bad], ['added', bad]);
  if (Array.isArray(value)) return next.map(([, part]) => part);
  // As the structured clone makes them: "__proto__" is a property of its own.
  const copy: Record<string, unknown> = {};
  for (const [each, part] of next) {
    Object.defineProperty(copy, each, {
      value: part,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return copy;
}
