import type { Context } from 'hono';
import type { z } from 'zod';
import { deepestBody, isTooDeep } from './limits';
import { undocumentedMembers, type Quirks } from './quirks';
import { refuse } from './refusal';

export const jsonType = 'application/json';
export const jsonPatchType = 'application/json-patch+json';

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
