import { randomBytes, createHash, timingSafeEqual } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { ServiceContext } from './context';
import { Refusal } from './refusal';
import { writeMoment } from './rules/calendar';
import type { MiddlewareHandler } from 'hono';

const algorithm = 'HS512';

export interface Access {
  /** A token for the right user name and key; null for wrong ones. */
  exchange(userName: string, apiKey: string): Promise<{ token: string; expires: string } | null>;
  /** Throws a 401 unless the header carries a live token. */
  check(authorization: string | undefined): Promise<void>;
  /** Issues a new key and revokes the old one immediately. */
  regenerateKey(): string;
  /** Revokes every token issued so far. */
  revokeTokens(): void;
  readonly apiKey: string;
}

export function newApiKey(): string {
  return `wp_${randomBytes(24).toString('base64url')}`;
}

/** Keys and tokens are held in memory only and never written to the data folder. */
export function createAccess(context: ServiceContext, firstKey: string): Access {
  const secret = randomBytes(64);
  let apiKey = firstKey;
  let generation = 0;

  const sign = (issuedAt: number, expiresAt: number) =>
    new SignJWT({ generation })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
      .setSubject(context.userName)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(secret);

  return {
    get apiKey() {
      return apiKey;
    },
    async exchange(userName, key) {
      // Both are compared in any case, so that the time does not tell which one is wrong.
      const isUser = isSameSecret(userName, context.userName);
      const isKey = isSameSecret(key, apiKey);
      if (!isUser || !isKey) return null;
      const issuedAt = Math.floor(context.now() / 1000);
      const expiresAt = issuedAt + context.terms.tokenLifetimeSeconds;
      return {
        token: await sign(issuedAt, expiresAt),
        expires: writeMoment(expiresAt * 1000),
      };
    },
    async check(authorization) {
      const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
      if (!token) throw new Refusal(401, 'Unauthorized access.');
      try {
        const { payload } = await jwtVerify(token, secret, {
          algorithms: [algorithm],
          currentDate: new Date(context.now()),
        });
        if (payload.generation === generation) return;
      } catch {
        // Malformed, forged and expired tokens get the same response.
      }
      throw new Refusal(401, 'Authentication failed: the token is not valid.');
    },
    regenerateKey() {
      apiKey = newApiKey();
      if (context.quirks.newKeyEndsTokens) generation += 1;
      return apiKey;
    },
    revokeTokens() {
      generation += 1;
    },
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares texts in a time that does not depend on how much of them is the same. */
export function isSameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret));
}

/**
 * Whether a `Host` header names this computer. A web page can give its own name this computer's address
 * (DNS rebinding) and then read answers as its own; the browser still sends the name of the page.
 */
function isOwnHost(host: string | undefined, others: readonly string[] = []): boolean {
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
