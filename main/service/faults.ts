import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, MiddlewareHandler } from 'hono';
import type { Random } from './demo/random';
import type { Json, JsonObject } from './reply';

/** Injected faults. Rates are fractions of calls, 0 to 1; absent means never. */
export interface Faults {
  /** Only calls whose path contains this text; absent: every call under `/api/`. */
  path?: string;
  /** Only calls of this method; absent: every method. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Affects only this many calls. */
  times?: number;
  latencyMs?: number;
  /** Closes the connection without a response. */
  resetRate?: number;
  /** Responds with `status` instead of the real response. */
  statusRate?: number;
  /** Default 503. */
  status?: 400 | 401 | 403 | 404 | 408 | 409 | 415 | 429 | 500 | 502 | 503;
  /** Sent as `Retry-After` with such a status. */
  retryAfterSeconds?: number;
  /** Does the work and closes the connection without a response. */
  dropAfterRate?: number;
  /** Cuts the body half-way and closes the connection. */
  cutRate?: number;
  /** Responds with an HTML page and 200. */
  htmlRate?: number;
  /** Responds with 200 and a body that is not JSON, or empty. */
  garbledRate?: number;
  emptyRate?: number;
  /** Responds with members of wrong types. */
  wrongTypesRate?: number;
}

const page =
  '<!doctype html><html><head><title>Sign in</title></head><body>Please sign in.</body></html>';

/** Replaces every member by a value of another type. */
function mistyped(value: Json): Json {
  if (Array.isArray(value)) return { items: value.length };
  if (typeof value === 'object' && value !== null) return [value];
  if (typeof value === 'number') return `about ${value}`;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return 42;
}

function withWrongTypes(body: Json): Json {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return mistyped(body);
  const members = Object.entries(body as JsonObject);
  // `success` stays, so that only the payload is wrong.
  return Object.fromEntries(
    members.map(([name, value]) => [name, name === 'success' ? value : mistyped(value)]),
  );
}

async function cut(c: Context<{ Bindings: HttpBindings }>, answer: Response): Promise<Response> {
  const body = Buffer.from(await answer.arrayBuffer());
  const { outgoing } = c.env;
  outgoing.writeHead(answer.status, {
    'content-type': answer.headers.get('content-type') ?? 'application/json',
    'content-length': String(body.length),
  });
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}

/** Clears first: Hono would merge the responses and lose the marker that all was sent already. */
function replace(c: Context<{ Bindings: HttpBindings }>, answer: Response): undefined {
  c.res = undefined;
  c.res = answer;
}

const json = (body: Json, status: number, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });

function failure(faults: Faults): Response {
  const { status = 503, retryAfterSeconds } = faults;
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return json(
    { success: false, error: `Fault switched on for a test: ${status}.` },
    status,
    headers,
  );
}

export interface FaultSwitches {
  set(faults: Faults | null): void;
  middleware: MiddlewareHandler<{ Bindings: HttpBindings }>;
}

/** Middleware that injects faults; the random source is a parameter. */
export function createFaults(random: Random): FaultSwitches {
  let faults: Faults | null = null;
  const hits = (rate: number | undefined) => rate !== undefined && random() < rate;
  const concerned = (method: string, path: string): Faults | null => {
    if (!faults || !path.includes(faults.path ?? '/api/')) return null;
    if (faults.method !== undefined && faults.method !== method) return null;
    if (faults.times === undefined) return faults;
    if (faults.times <= 0) return null;
    faults.times -= 1;
    return faults;
  };
  return {
    set(next) {
      faults = next && { ...next };
    },
    async middleware(c, next) {
      const now = concerned(c.req.method, c.req.path);
      if (!now) return next();
      if (now.latencyMs) await new Promise((resolve) => setTimeout(resolve, now.latencyMs));
      if (hits(now.resetRate)) {
        c.env.incoming.socket.resetAndDestroy();
        return RESPONSE_ALREADY_SENT;
      }
      if (hits(now.statusRate)) return failure(now);
      if (hits(now.htmlRate)) return c.html(page);
      if (hits(now.garbledRate))
        return c.body('{"success": tru', 200, { 'content-type': 'application/json' });
      if (hits(now.emptyRate)) return c.body('', 200, { 'content-type': 'application/json' });
      await next();
      if (hits(now.dropAfterRate)) {
        c.env.incoming.socket.destroy();
        return replace(c, RESPONSE_ALREADY_SENT);
      }
      if (hits(now.wrongTypesRate)) {
        c.res = json(withWrongTypes((await c.res.json()) as Json), c.res.status);
      }
      return hits(now.cutRate) ? replace(c, await cut(c, c.res)) : undefined;
    },
  };
}
