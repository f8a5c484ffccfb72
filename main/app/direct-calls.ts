import type { Fetch, Received } from '#main/api/request';
import type { DirectConnections } from './direct-connections';

export interface DirectCallOptions {
  /** Chromium's network: for everything that is not sent directly. */
  chromium: Fetch;
  /** The proxies for an address, as Chromium states them: `DIRECT` if there is none. */
  proxiesFor: (url: string) => Promise<string>;
  /** The addresses of this computer; connections end when they change. */
  addresses: () => string;
  openConnections: () => Promise<DirectConnections>;
  userAgent: string;
  /** Milliseconds that only grow. */
  now: () => number;
}

export interface DirectCalls {
  /** For requests that may be repeated: one that got no usable answer is sent again. */
  fetch: Fetch;
  /** Ends all connections: after the computer slept they lead nowhere. */
  disconnect(): void;
}

/** What is known of an address, the part of a URL before its path. */
interface Way {
  isDirect: boolean;
  checkedAt: number;
  restsUntil: number;
}

const recheckMs = 10_000;
/** Without a check for so long, a proxy may have been set. */
const staleMs = 60_000;
/** After a failure Chromium sends the reads of an address for so long. */
const restMs = 60_000;

/** What Chromium and Node both unpack. */
const acceptedEncodings = 'gzip, br';

/**
 * Sends reads through Node if they need nothing of Chromium, for a fraction of its processor time
 * (docs/decisions/0148-reads-without-chromium.md). A query that is sent with POST is a read too. Chromium sends
 * the first read of an address, what goes through a proxy, and every read that got no usable answer, so that
 * its faults are the ones reported.
 */
export function createDirectCalls(options: DirectCallOptions): DirectCalls {
  const { chromium, now } = options;
  const ways = new Map<string, Way>();
  let connections: DirectConnections | null = null;
  let addresses = options.addresses();

  function disconnect(): void {
    connections?.end();
    ways.clear();
  }

  async function check(origin: string): Promise<void> {
    const current = options.addresses();
    if (current !== addresses) disconnect();
    addresses = current;
    const way = ways.get(origin) ?? { isDirect: false, checkedAt: 0, restsUntil: 0 };
    ways.set(origin, way);
    way.checkedAt = now();
    try {
      connections ??= await options.openConnections();
      way.isDirect = (await options.proxiesFor(origin)) === 'DIRECT';
    } catch {
      way.isDirect = false;
    }
  }

  async function throughChromium(origin: string, ...call: Parameters<Fetch>): Promise<Received> {
    const received = await chromium(...call);
    // Only an address that has answered is worth a check.
    const way = ways.get(origin);
    if (!way || now() - way.checkedAt > recheckMs) void check(origin);
    return received;
  }

  async function fetch(...call: Parameters<Fetch>): Promise<Received> {
    const [address, init] = call;
    if (init.method !== 'GET' && init.method !== 'POST') return chromium(...call);
    const url = new URL(address);
    const { origin } = url;
    const way = ways.get(origin);
    const isKnown = way?.isDirect && now() - way.checkedAt < staleMs && now() >= way.restsUntil;
    if (!isKnown || !connections?.mayReach(url)) return throughChromium(origin, ...call);
    if (now() - way.checkedAt > recheckMs) void check(origin);
    const { received, wasReused } = await connections.ask(url, {
      ...init,
      headers: {
        'user-agent': options.userAgent,
        'accept-encoding': acceptedEncodings,
        ...init.headers,
      },
    });
    if (received) return received;
    if (!wasReused) way.restsUntil = now() + restMs;
    init.signal.throwIfAborted();
    return throughChromium(origin, ...call);
  }

  return { fetch, disconnect };
}
