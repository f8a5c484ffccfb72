import { z } from 'zod';
import type { PlainKey } from '../i18n/translate';

/** What an input may hold where its schema sets no limit of its own. */
const most = {
  characters: 100_000,
  items: 200_000,
  keys: 10_000,
  /** Of a value of any shape, such as a record as the service sent it. */
  anything: { depth: 32, values: 500_000, characters: 20_000_000 },
};
/** Of one input as a whole. */
const mostOfInput = { depth: 40, values: 10_000_000, characters: 100_000_000 };

type Limits = typeof mostOfInput;

const tooLarge = 'faults.input.tooLarge' satisfies PlainKey;
/** No person causes it, so it needs no more words. */
const unreadable = 'faults.main.unreadable' satisfies PlainKey;

/** Schemas that were given a limit which zod itself does not show. */
const limited = new WeakSet<z.core.$ZodType>();

/**
 * The same schema with a limit on every text, list and map in it, so that no call of the window can be
 * without one. Limits that the schema states stay.
 */
export function withBounds<T extends z.ZodType>(schema: T): T {
  return bounded(schema) as unknown as T;
}

function bounded(schema: z.core.$ZodType): z.core.$ZodType {
  const known = schema as z.core.$ZodTypes;
  const { def } = known._zod;
  const wrapped = (changes: object) => z.core.clone(schema, { ...def, ...changes } as never);
  // The other kinds hold nothing that grows, or `unboundedIn` reports them.
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check
  switch (def.type) {
    case 'string':
      return hasMaximum(schema) ? schema : (schema as z.ZodString).max(most.characters);
    case 'array': {
      const list = wrapped({ element: bounded(def.element) }) as z.ZodArray;
      return hasMaximum(schema) ? list : list.max(most.items);
    }
    case 'record': {
      const map = wrapped({
        keyType: bounded(def.keyType),
        valueType: bounded(def.valueType),
      }) as z.ZodRecord;
      return noted(map.refine((value) => Object.keys(value).length <= most.keys, tooLarge));
    }
    case 'unknown':
    case 'any':
      return noted(
        (schema as z.ZodUnknown).refine((value) => sizeProblem(value, most.anything) === null, {
          error: ({ input }) => sizeProblem(input, most.anything) ?? undefined,
        }),
      );
    case 'object':
      return wrapped({ shape: mapped(def.shape) });
    case 'union':
      return wrapped({ options: def.options.map(bounded) });
    case 'tuple':
      return wrapped({ items: def.items.map(bounded) });
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return wrapped({ innerType: bounded(def.innerType) });
    case 'pipe':
      return wrapped({ in: bounded(def.in), out: bounded(def.out) });
    default:
      return schema;
  }
}

const mapped = (shape: Readonly<Record<string, z.core.$ZodType>>) =>
  Object.fromEntries(Object.entries(shape).map(([name, each]) => [name, bounded(each)]));

function noted<T extends z.core.$ZodType>(schema: T): T {
  limited.add(schema);
  return schema;
}

/** Whether a limit was set on the length of a text or list. */
function hasMaximum(schema: z.core.$ZodType): boolean {
  const checks = schema._zod.def.checks ?? [];
  return checks.some(({ _zod }) => ['max_length', 'length_equals'].includes(_zod.def.check));
}

/** Every text, list, map and value of any shape in a schema that has no limit, as paths. */
export function unboundedIn(schema: z.core.$ZodType, path = ''): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const here = path || '.';
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check
  switch (def.type) {
    case 'string':
      return hasMaximum(schema) ? [] : [here];
    case 'array':
      return [...(hasMaximum(schema) ? [] : [here]), ...unboundedIn(def.element, `${path}[]`)];
    case 'record':
      return [
        ...(limited.has(schema) ? [] : [here]),
        ...unboundedIn(def.keyType, `${path}{key}`),
        ...unboundedIn(def.valueType, `${path}{}`),
      ];
    case 'unknown':
    case 'any':
      return limited.has(schema) ? [] : [here];
    case 'object':
      return Object.entries(def.shape).flatMap(([name, each]) =>
        unboundedIn(each, `${path}.${name}`),
      );
    case 'tuple':
      return def.items.flatMap((each, at) => unboundedIn(each, `${path}[${at}]`));
    case 'union':
      return def.options.flatMap((each, at) => unboundedIn(each, `${path}|${at}`));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return unboundedIn(def.innerType, path);
    case 'number':
      // zod refuses NaN and infinity.
      return [];
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'null':
    case 'undefined':
    case 'never':
      return [];
    default:
      // A kind that nobody has judged yet.
      return [`${here} (${def.type})`];
  }
}

/**
 * Why a value is not plain data of a sensible size: too deep (a value that contains itself is), too
 * large, or with something else in it than texts, numbers, lists and objects. null: it is. Each value
 * is looked at once, and the search ends at the first limit.
 */
export function sizeProblem(value: unknown, limits: Limits = mostOfInput): PlainKey | null {
  let values = 0;
  let characters = 0;
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    values += 1;
    const { value: one, depth } = next;
    if (typeof one === 'string') characters += one.length;
    else if (typeof one === 'object' && one !== null) {
      if (!isPlain(one)) return unreadable;
      if (depth >= limits.depth) return unreadable;
      if (Array.isArray(one)) {
        // A list may claim a length without having members.
        if (one.length > limits.values) return tooLarge;
        for (const each of one as unknown[]) open.push({ value: each, depth: depth + 1 });
      } else {
        for (const name of Object.keys(one)) {
          characters += name.length;
          open.push({ value: (one as Record<string, unknown>)[name], depth: depth + 1 });
        }
      }
    } else if (typeof one === 'function' || typeof one === 'symbol' || typeof one === 'bigint') {
      return unreadable;
    }
    if (values + open.length > limits.values || characters > limits.characters) {
      return tooLarge;
    }
  }
  return null;
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
