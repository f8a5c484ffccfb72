// Why it is so: docs/decisions/0060-reference-service.md
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Access } from './access';
import type { ServiceContext } from './context';
import type { FaultSwitches } from './faults';
import { largestBody, largestTokenBody } from './body';
import { Refusal } from './refusal';
import type { AnsweredCall } from './context';
import { Unavailable } from './store';
import { answerOf, type JsonObject, type Reply } from './reply';
import { listDevices, patchDevice, readDevice, readLastLocation } from './routes/devices';
import * as groups from './routes/groups';
import { alerts, locations } from './routes/reports';
import { exchangeToken } from './routes/token';
import * as users from './routes/users';

type Env = { Bindings: HttpBindings };
type Handler = (c: Context<Env>) => Reply | Promise<Reply>;

/** Reports one call to tests and tools, without headers and body. */
type Witness = (method: string, path: string) => void;

function failureBody(context: ServiceContext, error: string): JsonObject {
  return {
    success: false,
    error,
    ...(context.quirks.usage === 'absent' ? {} : { ...context.meter.usage(0) }),
  };
}

/** What a log may say of an error: messages may quote data. */
function faultOf(error: Error | undefined): string | undefined {
  if (!error || error instanceof Refusal) return undefined;
  const { code } = (error.cause ?? error) as { code?: unknown };
  const frames = error.stack?.split('\n').filter((line) => /^ +at /.test(line)) ?? [];
  return [error.name, code, frames[0]?.trim()].filter(Boolean).join(' ');
}

function sizeLimit(maxSize: number): MiddlewareHandler {
  const limit = bodyLimit({
    maxSize,
    onError: () => {
      throw new Refusal(400, 'Bad request: the body is too large.');
    },
  });
  // Only a body of unknown length has to be counted, and its stream costs a tenth of the work of a call.
  return (c, next) => {
    const length = Number(c.req.header('content-length') ?? 0);
    const isKnown = c.req.header('transfer-encoding') === undefined;
    return isKnown && length <= maxSize ? next() : limit(c, next);
  };
}

/** A body whose parts are made as it is sent, with turns for other calls. */
function streamed(parts: Iterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = parts[Symbol.iterator]();
  return new ReadableStream({
    async pull(controller) {
      await nextTurn();
      const part = iterator.next();
      if (part.done) controller.close();
      else controller.enqueue(encoder.encode(part.value));
    },
  });
}

/** The interface of specification section 4 as one HTTP application. */
export function createApp(
  context: ServiceContext,
  access: Access,
  faults: FaultSwitches,
  witness: Witness,
  /** Refuses calls before anything is read from them. */
  guard: MiddlewareHandler,
  log: (call: AnsweredCall) => void = () => undefined,
): Hono<Env> {
  const app = new Hono<Env>();

  const serve = (handler: Handler) => async (c: Context<Env>) => {
    const reply = await handler(c);
    const results = reply.kind === 'list' ? reply.records.length : 1;
    const { status, body, parts } = answerOf(reply, context.meter.usage(results), context.quirks);
    if (parts) {
      return c.body(streamed(parts), status as 200 | 201, { 'content-type': 'application/json' });
    }
    return body === undefined ? c.body(null, 204) : c.json(body, status as 200 | 201);
  };
  const id = (c: Context<Env>, name: string) => c.req.param(name) ?? '';

  app.use(async (c, next) => {
    const begun = performance.now();
    await next();
    const at = new Date(context.now()).toISOString();
    const { method, path } = c.req;
    const ms = Math.round(performance.now() - begun);
    const fault = faultOf(c.error);
    log({
      at,
      method,
      path: path.slice(0, 300),
      status: c.res.status,
      ms,
      ...(fault && { fault }),
    });
  });
  app.use(guard);
  app.get('/healthz', async (c) => {
    await context.store.setting('seededAt');
    return c.json({ ready: true });
  });
  app.use(async (c, next) => {
    c.header('date', new Date(context.now()).toUTCString());
    if (c.req.path.startsWith('/api/')) witness(c.req.method, c.req.path);
    await next();
  });
  app.use('/api/*', faults.middleware);
  app.use('*', sizeLimit(largestBody));
  app.use('/api/Auth/Token', sizeLimit(largestTokenBody));
  app.post('/api/Auth/Token', (c) => exchangeToken(context, access, c));
  app.use('/api/*', async (c, next) => {
    await access.check(c.req.header('authorization'));
    await context.meter.call();
    await next();
  });

  app.get(
    '/api/devices',
    serve(() => listDevices(context)),
  );
  app.get(
    '/api/devices/:deviceId',
    serve((c) => readDevice(context, id(c, 'deviceId'))),
  );
  app.get(
    '/api/devices/:deviceId/lastLocation',
    serve((c) => readLastLocation(context, id(c, 'deviceId'))),
  );
  app.post(
    '/api/devices/:deviceId/locations',
    serve((c) => locations(context, id(c, 'deviceId'), c)),
  );
  app.post(
    '/api/devices/:deviceId/alerts',
    serve((c) => alerts(context, id(c, 'deviceId'), c)),
  );
  if (context.extensions) {
    app.patch(
      '/api/devices/:deviceId',
      serve((c) => patchDevice(context, id(c, 'deviceId'), c)),
    );
  }

  app.get(
    '/api/groups',
    serve(() => groups.listGroups(context)),
  );
  app.post(
    '/api/groups',
    serve((c) => groups.createGroup(context, c)),
  );
  app.get(
    '/api/groups/:groupId',
    serve((c) => groups.readGroup(context, id(c, 'groupId'))),
  );
  app.put(
    '/api/groups/:groupId',
    serve((c) => groups.replaceGroup(context, id(c, 'groupId'), c)),
  );
  app.patch(
    '/api/groups/:groupId',
    serve((c) => groups.patchGroup(context, id(c, 'groupId'), c)),
  );
  app.delete(
    '/api/groups/:groupId',
    serve((c) => groups.deleteGroup(context, id(c, 'groupId'))),
  );

  app.get(
    '/api/users',
    serve(() => users.listUsers(context)),
  );
  app.post(
    '/api/users',
    serve((c) => users.createUser(context, c)),
  );
  app.get(
    '/api/users/countries',
    serve(() => users.listCountries()),
  );
  app.get(
    '/api/users/timeZones',
    serve(() => users.listTimeZones()),
  );
  app.get(
    '/api/users/:userId',
    serve((c) => users.readUser(context, id(c, 'userId'))),
  );
  app.put(
    '/api/users/:userId',
    serve((c) => users.replaceUser(context, id(c, 'userId'), c)),
  );
  app.patch(
    '/api/users/:userId',
    serve((c) => users.patchUser(context, id(c, 'userId'), c)),
  );
  app.delete(
    '/api/users/:userId',
    serve((c) => users.deleteUser(context, id(c, 'userId'))),
  );

  app.notFound((c) => c.json(failureBody(context, 'There is no such call.'), 404));
  app.onError((error, c) => {
    if (error instanceof Refusal) {
      const isPlain = context.quirks.refusals === 'ok' && [400, 404, 409].includes(error.status);
      const status = isPlain ? 200 : error.status;
      return c.json(failureBody(context, error.message), status, error.headers);
    }
    if (error instanceof Unavailable) {
      const body = failureBody(context, 'The service is unavailable at the moment.');
      return c.json(body, 503, { 'Retry-After': '1' });
    }
    return c.json(failureBody(context, 'Internal server error.'), 500);
  });
  return app;
}
