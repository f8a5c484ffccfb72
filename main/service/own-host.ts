import type { MiddlewareHandler } from 'hono';
import { Refusal } from './refusal';

/**
 * Whether a `Host` header names this computer. A web page can give its own name this computer's address
 * (DNS rebinding) and then read answers as its own; the browser still sends the name of the page.
 */
export function isOwnHost(host: string | undefined, others: readonly string[] = []): boolean {
  const name = /^(\[[\da-f:.]+\]|[^:[\]/?#@\s]+)(?::\d{1,5})?$/i
    .exec(host ?? '')?.[1]
    ?.toLowerCase();
  if (name === undefined) return false;
  return (
    name === 'localhost' ||
    name === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(name) ||
    others.includes(name)
  );
}

/** Refuses every call that was sent to another name than this computer's. */
export function ownHostOnly(others: readonly string[] = []): MiddlewareHandler {
  return async (c, next) => {
    if (!isOwnHost(c.req.header('host'), others)) {
      throw new Refusal(
        403,
        'The service answers only calls that name this computer as their host.',
      );
    }
    await next();
  };
}
