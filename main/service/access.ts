import { randomBytes, createHash, timingSafeEqual } from 'node:crypto';
import { jwtVerify, SignJWT, type JWTPayload } from 'jose';
import type { ServiceContext } from './context';
import { Refusal } from './refusal';
import { writeMoment } from './rules/calendar';
import type { Store } from './store';
import type { MiddlewareHandler } from 'hono';

const algorithm = 'HS512';
/** Tokens whose signature need not be checked again. */
const mostVerified = 1_000;

export interface Access {
  /** A token for the right user name and key; null for wrong ones. */
  exchange(userName: string, apiKey: string): Promise<{ token: string; expires: string } | null>;
  /** Throws a 401 unless the header carries a live token. */
  check(authorization: string | undefined): Promise<void>;
  /** Issues a new key and revokes the old one immediately. */
  regenerateKey(): Promise<string>;
  /** Revokes every token issued so far. */
  revokeTokens(): Promise<void>;
}

/** What all instances of a service know of the account's key and tokens. */
interface Account {
  userName: string;
  /** SHA-256 of the key; keys are random and long, so that no salt is needed. */
  keyHash: string;
  /** Signs tokens. */
  secret: string;
  /** A token of another generation was revoked. */
  generation: number;
}

export function newApiKey(): string {
  return `wp_${randomBytes(24).toString('base64url')}`;
}

const hashed = (key: string) => createHash('sha256').update(key).digest('base64');

async function accountIn(store: Store): Promise<Account | null> {
  const text = await store.shared('account');
  return text === null ? null : (JSON.parse(text) as Account);
}

const saveAccount = (store: Store, account: Account) =>
  store.setShared('account', JSON.stringify(account));

export const hasAccount = async (store: Store) => (await accountIn(store)) !== null;

/** Makes the account of a store that has none, and says whether it did. */
export function createAccount(store: Store, userName: string, apiKey: string): Promise<boolean> {
  return store.change(async (store) => {
    if (await accountIn(store)) return false;
    const secret = randomBytes(64).toString('base64');
    await saveAccount(store, { userName, keyHash: hashed(apiKey), secret, generation: 0 });
    return true;
  });
}

/** Checks keys and tokens of the account that the store has. */
export function createAccess({ store, now, terms, quirks }: ServiceContext): Access {
  const account = async () => {
    const found = await accountIn(store);
    if (!found) throw new Error('The store has no account.');
    return found;
  };
  const changeAccount = (change: (account: Account) => Account) =>
    store.change(async (store) => {
      const found = await accountIn(store);
      if (found) await saveAccount(store, change(found));
    });
  const keyOf = ({ secret }: Account) => Buffer.from(secret, 'base64');
  const verified = new Map<string, JWTPayload>();

  /** What a token signed with the secret says; checking a signature takes longer than the rest of most calls. */
  async function claimsOf(token: string, own: Account): Promise<JWTPayload> {
    const signed = `${own.secret} ${token}`;
    const known = verified.get(signed);
    if (known) return known;
    const { payload } = await jwtVerify(token, keyOf(own), {
      algorithms: [algorithm],
      currentDate: new Date(now()),
    });
    if (verified.size >= mostVerified) verified.clear();
    verified.set(signed, payload);
    return payload;
  }

  return {
    async exchange(userName, key) {
      const own = await account();
      // Both are compared in any case, so that the time does not tell which one is wrong.
      const isUser = isSameSecret(userName, own.userName);
      const isKey = isSameSecret(hashed(key), own.keyHash);
      if (!isUser || !isKey) return null;
      const issuedAt = Math.floor(now() / 1000);
      const expiresAt = issuedAt + terms.tokenLifetimeSeconds;
      const token = await new SignJWT({ generation: own.generation })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .setSubject(own.userName)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(keyOf(own));
      return { token, expires: writeMoment(expiresAt * 1000) };
    },
    async check(authorization) {
      const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
      if (!token) throw new Refusal(401, 'Unauthorized access.');
      const own = await account();
      try {
        const { generation, exp = 0 } = await claimsOf(token, own);
        if (generation === own.generation && exp * 1000 > now()) return;
      } catch {
        // Malformed, forged and expired tokens get the same response.
      }
      throw new Refusal(401, 'Authentication failed: the token is not valid.');
    },
    async regenerateKey() {
      const apiKey = newApiKey();
      await changeAccount((account) => ({
        ...account,
        keyHash: hashed(apiKey),
        generation: account.generation + (quirks.newKeyEndsTokens ? 1 : 0),
      }));
      return apiKey;
    },
    revokeTokens: () =>
      changeAccount((account) => ({ ...account, generation: account.generation + 1 })),
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
