import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { ServiceControl } from '../control';
import { isSameSecret } from '../secret';

/**
 * The control of a running service for tests in another process: `POST /_control/{name}` with an
 * array of arguments as body; responds with `{ result }`. The path exists only with a control token.
 */
export function serveControl(
  app: Hono<{ Bindings: HttpBindings }>,
  control: ServiceControl,
  token: string,
): void {
  app.post('/_control/:name', async (c) => {
    if (!isSameSecret(c.req.header('authorization') ?? '', `Bearer ${token}`))
      return c.json({ error: 'token' }, 401);
    const name = c.req.param('name');
    if (!Object.hasOwn(control, name)) return c.json({ error: 'There is no such control.' }, 404);
    const call = control[name as keyof ServiceControl] as (...args: unknown[]) => unknown;
    const given: unknown = await c.req.json().catch(() => []);
    try {
      const result = await call(...(Array.isArray(given) ? (given as unknown[]) : []));
      return c.json({ result: result ?? null });
    } catch (error) {
      return c.json({ error: error instanceof Error ? error.message : String(error) }, 400);
    }
  });
}
