import type { Context } from 'hono';
import { z } from 'zod';
import type { Access } from '../access';
import { readAs, readJson } from '../body';
import type { ServiceContext } from '../context';
import { answerOf, type JsonObject } from '../reply';

const requestSchema = z.object({
  userName: z.string('must be given'),
  apiKey: z.string('must be given'),
});

/** A public client sends the two names in another case, so case is ignored. */
function withPlainNames(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const names = Object.keys(requestSchema.shape);
  return Object.fromEntries(
    Object.entries(body).map(([given, value]) => [
      names.find((name) => name.toLowerCase() === given.toLowerCase()) ?? given,
      value as unknown,
    ]),
  );
}

/** What the specification does not show; a plain service announces nothing. */
function announcement({ timeZone, terms }: ServiceContext): JsonObject {
  return {
    capabilities: ['limits.write', 'devices.activate', 'submissions'],
    account: { timeZone },
    limits: { callsPerMinute: terms.callsPerMinute },
  };
}

const refused = 'Invalid API key or username.';

/** `POST /api/Auth/Token` (specification 2.1, 2.2, 5 and 7). */
export async function exchangeToken(
  context: ServiceContext,
  access: Access,
  c: Context,
): Promise<Response> {
  const given = readAs(requestSchema, withPlainNames(await readJson(c)));
  const issued = await access.exchange(given.userName, given.apiKey);
  const { tokenRefusal } = context.quirks;
  if (!issued) {
    if (tokenRefusal === 'older') {
      return c.json({ success: false, errorCode: 1001, errorText: refused }, 200);
    }
    return c.json({ success: false, error: refused }, tokenRefusal === 'ok' ? 200 : 401);
  }
  const isAnnounced = context.extensions && !context.isPlain;
  const members = { ...issued, ...(isAnnounced ? announcement(context) : {}) };
  const { body } = answerOf({ kind: 'token', members }, context.meter.usage(1), context.quirks);
  return c.json(body ?? null, 200);
}
