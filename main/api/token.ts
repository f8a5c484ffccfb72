// Why it is so: docs/decisions/0013-token-lifetime-and-refused-keys.md
import { FaultError, type Fault } from '#shared/fault';
import type { TokenAnswer } from '#shared/wire/token';

/** The result of an exchange: the answer and the service's time. */
export interface Exchanged {
  answer: TokenAnswer & { token: string };
  /** Epoch milliseconds by the service's clock; null if unknown. */
  date: number | null;
}

interface TokenKeeperOptions {
  /** The API key; null if none is available now. */
  apiKey: () => Promise<string | null>;
  /** Exchanges a key for a token. Rejects with FaultError, `unauthorized` for a refused key. */
  exchange: (apiKey: string) => Promise<Exchanged>;
  now: () => number;
  /** Milliseconds of the monotonic clock. */
  monotonicNow: () => number;
}

/** A token in use, compared by identity. */
export interface Token {
  readonly value: string;
}

/** Renewed this long before it expires, or a tenth of its lifetime if that is less. */
const longestMarginMs = 60_000;
/** The `Date` header has a resolution of one second. */
const clockGrainMs = 1_000;
/** A shorter lifetime may be a wrong clock; then the service's 401 decides. */
const shortestLifetimeMs = 5_000;
/** A refused key is not tried again automatically before this: services lock accounts. */
const refusalHoldsMs = 60_000;

/** After a failed renewal the old token is used this long before the next attempt. */
const renewAgainMs = 10_000;

interface Held extends Token {
  issuedAt: number;
  issuedAtMonotonic: number;
  /** Its lifetime from when it was issued; null: unknown, used until it is refused. */
  lifetimeMs: number | null;
}

/** Holds the token of an account: requests it, renews it in time, and shares one exchange. */
export function createTokenKeeper(options: TokenKeeperOptions) {
  type Issued = Exchanged & { token: Held };
  let held: Held | null = null;
  let refusal: { apiKey: string; fault: Fault; at: number } | null = null;
  let inFlight: { apiKey: string; issued: Promise<Issued> } | null = null;
  let renewal: Promise<Held> | null = null;
  let lastFailureAt = Number.NEGATIVE_INFINITY;
  /** Grows with `forget`; the result of an earlier exchange is ignored. */
  let generation = 0;

  async function readKey(): Promise<string> {
    const apiKey = await options.apiKey();
    if (!apiKey) throw new FaultError({ kind: 'unauthorized' });
    return apiKey;
  }

  function exchange(apiKey: string, started: number): Promise<Issued> {
    if (inFlight?.apiKey === apiKey) return inFlight.issued;
    const mine = { apiKey, issued: issue(apiKey, started) };
    inFlight = mine;
    const settle = () => {
      if (inFlight === mine) inFlight = null;
    };
    mine.issued.then(settle, settle);
    return mine.issued;
  }

  async function issue(apiKey: string, started: number): Promise<Issued> {
    try {
      const exchanged = await options.exchange(apiKey);
      const token = hold(exchanged);
      if (started === generation) {
        held = token;
        refusal = null;
      }
      return { ...exchanged, token };
    } catch (error) {
      if (started === generation && isRefusal(error)) {
        held = null;
        refusal = { apiKey, fault: error.fault, at: options.monotonicNow() };
      }
      throw error;
    }
  }

  function hold({ answer, date }: Exchanged): Held {
    const lifetime = answer.expiresAt === null ? null : answer.expiresAt - (date ?? options.now());
    return {
      value: answer.token,
      issuedAt: options.now(),
      issuedAtMonotonic: options.monotonicNow(),
      lifetimeMs: lifetime !== null && lifetime >= shortestLifetimeMs ? lifetime : null,
    };
  }

  /** One renewal for all callers, including reading the key. */
  function renew(): Promise<Held> {
    if (renewal) return renewal;
    const mine = exchangeUnlessRefused();
    renewal = mine;
    const settle = () => {
      if (renewal === mine) renewal = null;
    };
    mine.then(settle, settle);
    return mine;
  }

  async function exchangeUnlessRefused(): Promise<Held> {
    const started = generation;
    const apiKey = await readKey();
    const isHeldBack =
      refusal?.apiKey === apiKey && options.monotonicNow() - refusal.at < refusalHoldsMs;
    if (refusal && isHeldBack) throw new FaultError(refusal.fault);
    return (await exchange(apiKey, started)).token;
  }

  function elapsedMs(token: Held): number {
    // The monotonic clock may stop while the computer sleeps; the other one may be set back.
    return Math.max(
      options.now() - token.issuedAt,
      options.monotonicNow() - token.issuedAtMonotonic,
    );
  }

  return {
    /** A token to call with; exchanges the key only if there is none or it is about to expire. */
    token: async (): Promise<Token> => {
      const current = held;
      if (!current) return renew();
      if (current.lifetimeMs === null) return current;
      const left = current.lifetimeMs - elapsedMs(current);
      const margin = Math.min(longestMarginMs, current.lifetimeMs / 10) + clockGrainMs;
      const hasJustFailed = options.monotonicNow() - lastFailureAt < renewAgainMs;
      if (left > margin || (left > 0 && hasJustFailed)) return current;
      try {
        return await renew();
      } catch (error) {
        lastFailureAt = options.monotonicNow();
        // An unexpired token still works while the service cannot renew it.
        if (left > 0 && !isRefusal(error)) return current;
        throw error;
      }
    },
    /** Whether a token is still the one to call with. */
    isValid: (token: Token): boolean =>
      held === token && (held.lifetimeMs === null || held.lifetimeMs > elapsedMs(held)),
    /** A token other than `refused`, which the service did not accept. */
    replace: async (refused: Token): Promise<Token> => {
      // Another caller has already refreshed the token.
      if (held && held !== refused) return held;
      return renew();
    },
    /** Exchanges the key now, even with a valid token. */
    signIn: async (): Promise<Exchanged> => {
      const started = generation;
      return exchange(await readKey(), started);
    },
    /** Forgets the token and refusals; exchanges in flight are ignored. */
    forget: (): void => {
      generation++;
      held = null;
      refusal = null;
      inFlight = null;
      renewal = null;
    },
  };
}

function isRefusal(error: unknown): error is FaultError {
  return error instanceof FaultError && error.fault.kind === 'unauthorized';
}
