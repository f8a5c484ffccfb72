import type { Context } from 'hono';
import { z } from 'zod';
import { undocumentedMembers, type Quirks } from './quirks';
import { refuse } from './refusal';
import { applyPatch, Pointer, type Operation } from 'rfc6902';
import type { JsonObject } from './reply';

const jsonType = 'application/json';
const jsonPatchType = 'application/json-patch+json';

function mediaType(c: Context): string {
  return (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** The JSON body of a call; 415 for another media type, 400 for invalid JSON. */
export async function readJson(
  c: Context,
  accepted: readonly string[] = [jsonType],
): Promise<unknown> {
  if (!accepted.includes(mediaType(c))) {
    refuse(415, `The body must be sent as ${accepted.join(' or ')}.`);
  }
  const text = await c.req.text();
  if (isTooDeep(text)) {
    refuse(400, `Bad request: the body is nested more than ${deepestBody} levels deep.`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return refuse(400, 'Bad request: the body is not valid JSON.');
  }
}

/** Members around a flat record: a client that sends back what it read sends them too. */
export const envelopeMembers = ['success', 'error', 'apiUsage', 'apiDailyUsage'];

/** Refuses a member that would not be stored, instead of dropping it. `what`: "a group". */
export function refuseUnknownMembers(
  body: unknown,
  known: readonly string[],
  what: string,
  { unknownFields }: Pick<Quirks, 'unknownFields'>,
): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  const isKnown = (name: string) =>
    known.includes(name) || (unknownFields && Object.hasOwn(undocumentedMembers, name));
  const unknown = Object.keys(body).find((name) => !isKnown(name));
  if (unknown !== undefined) refuse(400, `${unknown}: is not a member of ${what}.`);
}

/** Validates a body against its schema, or refuses it naming the invalid member. */
export function readAs<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value, {
    error: (issue) =>
      issue.code === 'invalid_type' ? `must be of the type ${issue.expected}` : undefined,
  });
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue?.path.join('.') ?? '';
  return refuse(400, where ? `${where}: ${issue?.message}` : `Invalid input: ${issue?.message}`);
}

/** What a caller may make the service do with one request, so that a small body costs little work. */

/** The largest body of a call, in bytes: a group or a list of submissions with many records. */
export const largestBody = 8 * 1024 * 1024;
/** The largest body of an exchange of the key, which anybody may send. */
export const largestTokenBody = 64 * 1024;
/** How deep a JSON body may be nested; records are nested three deep. */
const deepestBody = 64;
/** Operations of one JSON Patch. */
const mostOperations = 1_000;
/** What `copy` and `move` of one JSON Patch may copy, as characters of JSON. */
const mostCopied = 1_000_000;

/** Whether a JSON text is nested deeper than `deepestBody`, which parsers and validators recurse into. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i];
    if (isInString) {
      if (char === '\\') i += 1;
      else if (char === '"') isInString = false;
    } else if (char === '"') isInString = true;
    else if (char === '[' || char === '{') {
      depth += 1;
      if (depth > deepestBody) return true;
    } else if (char === ']' || char === '}') depth -= 1;
  }
  return false;
}

const pointer = z
  .string('must be a JSON Pointer')
  .regex(/^(\/([^~]|~[01])*)?$/, 'must be a JSON Pointer that starts with "/"');
const value = z.unknown().refine((given) => given !== undefined, 'is required');
const operations = z
  .array(
    z.discriminatedUnion(
      'op',
      [
        z.object({ op: z.enum(['add', 'replace', 'test']), path: pointer, value }),
        z.object({ op: z.literal('remove'), path: pointer }),
        z.object({ op: z.enum(['move', 'copy']), path: pointer, from: pointer }),
      ],
      'must be add, remove, replace, move, copy or test',
    ),
    'A JSON Patch is an array of operations.',
  )
  .min(1, 'A JSON Patch has at least one operation.')
  .max(mostOperations, `A JSON Patch has at most ${mostOperations} operations.`);

/** Parses a JSON Patch document; the accepted media types are one of the open readings. */
export async function readPatch(c: Context, quirks: Quirks): Promise<Operation[]> {
  const accepted = {
    any: [jsonType, jsonPatchType],
    json: [jsonType],
    jsonPatch: [jsonPatchType],
  }[quirks.patchMediaType];
  const patch = readAs(operations, await readJson(c, accepted)) as Operation[];
  if (quirks.patchTest === 'refused' && patch.some(({ op }) => op === 'test')) {
    refuse(400, 'Invalid patch operation: test.');
  }
  return patch;
}

const missing = { name: 'MissingError' };

const isContainer = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The value at a pointer, own members only: nothing inherited can be read or changed. */
function valueAt(document: unknown, path: string): { found: boolean; value?: unknown } {
  let value = document;
  for (const token of Pointer.fromJSON(path).tokens.slice(1)) {
    const isIndex = !Array.isArray(value) || /^(0|[1-9]\d*)$/.test(token);
    if (!isContainer(value) || !isIndex || !Object.hasOwn(value, token)) return { found: false };
    value = value[token];
  }
  return { found: true, value };
}

function isPossible(document: unknown, operation: Operation): boolean {
  if (operation.op !== 'add') return valueAt(document, operation.path).found;
  const cut = operation.path.lastIndexOf('/');
  const parent = valueAt(document, operation.path.slice(0, cut));
  return isContainer(parent.value) && !operation.path.endsWith('/__proto__');
}

/** Move is remove then add, copy is add (RFC 6902, 4.4 and 4.5), so both keep add's rules. */
function steps(document: unknown, operation: Operation): Operation[] | null {
  if (operation.op !== 'move' && operation.op !== 'copy') return [operation];
  const { found, value } = valueAt(document, operation.from);
  if (!found || (operation.op === 'move' && operation.path.startsWith(`${operation.from}/`))) {
    return null;
  }
  const add: Operation = { op: 'add', path: operation.path, value };
  return operation.op === 'copy' ? [add] : [{ op: 'remove', path: operation.from }, add];
}

/**
 * Returns the document after all operations, without changing the input. One failing operation
 * refuses the whole patch: 409 for a `test` that fails, else 400.
 */
export function patched(document: JsonObject, patch: readonly Operation[]): unknown {
  // Wrapped in one more member, so that the root can be replaced or tested, as RFC 6902 allows.
  const holder = { root: structuredClone(document) as unknown };
  let copied = 0;
  for (const [i, asked] of patch.entries()) {
    const below = {
      ...asked,
      path: `/root${asked.path}`,
      ...('from' in asked ? { from: `/root${asked.from}` } : {}),
    } as Operation;
    const named = `${i + 1} (${asked.op} ${asked.path})`;
    const parts = steps(holder, below) ?? refuse(400, `Invalid patch operation ${named}.`);
    // Operations that copy a value into itself again would double it each time.
    if ('from' in asked) {
      copied += JSON.stringify(parts.at(-1) ?? null).length;
      if (copied > mostCopied) refuse(400, `Invalid patch operation ${named}: it copies too much.`);
    }
    for (const part of parts) {
      const problem = isPossible(holder, part) ? applyPatch(holder, [part])[0] : missing;
      if (problem?.name === 'TestError') {
        refuse(409, `The record is not as expected: patch operation ${named} does not hold.`);
      }
      if (problem) refuse(400, `Invalid patch operation ${named}: there is no such place.`);
    }
  }
  return holder.root;
}
