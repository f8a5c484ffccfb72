import { z } from 'zod';
import { FaultError } from '#shared/fault';
import type { Fetch, SendOnce } from '../api/request';
import { isListed } from './host-list';

/** What is at a host: a service that gets the key, or an online map that learns what is looked at. */
export type HostKind = 'service' | 'map';

/** The question to the user, in a native dialog that the window cannot answer. */
export interface HostQuestion {
  message: string;
  detail: string;
  buttons: [string, string];
}

export interface HostConsentOptions {
  /** True: allowed. */
  ask: (question: HostQuestion) => Promise<boolean>;
  /** Persists the allowed hosts between starts. */
  memory: { read(): string | null; write(text: string): void };
  /** An administrator's list of hosts; null: the user decides. */
  policy: Record<HostKind, readonly string[] | null>;
  /** Addresses that an administrator has set. */
  presets?: Record<HostKind, string | null>;
}

/** Which hosts Waypost may contact. Each new one is confirmed by the user, once. */
export interface HostConsent {
  isAllowed(kind: HostKind, address: string): boolean;
  /**
   * The origins of these addresses that are allowed. Asks for the others in one question, unless they
   * were refused since the start.
   */
  allowedOf(kind: HostKind, addresses: readonly string[]): Promise<string[]>;
  /** The same for one address; rejects with `declined`, and asks again if the user chose it again. */
  require(kind: HostKind, address: string, options?: { isChosenNow: boolean }): Promise<void>;
  /** Allows a service that main itself has started; returns the function that ends it. */
  allowOwn(address: string): () => void;
}

/** After so many refusals nothing is asked until the next start: the window might keep asking. */
const mostRefusals = 5;
const mostBackups = 500;

const origins = z.array(z.string()).max(mostBackups).catch([]);
export const allowedHostsSchema = z.object({ services: origins, maps: origins });

/** A URL's host may have `;` `,` `'` and `*` in it, which no server's name has. */
const originPattern = /^https?:\/\/([a-z0-9]([a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d{1,5})?$/;

/** The origin of an address that a request may be sent to; null for anything else. */
export function originOf(address: string): string | null {
  const origin = URL.parse(address)?.origin ?? '';
  return originPattern.test(origin) ? origin : null;
}

export function createHostConsent(options: HostConsentOptions): HostConsent {
  const { policy, presets } = options;
  const kept = readKept(options.memory.read());
  const own = new Set<string>();
  const refused: Record<HostKind, Set<string>> = { service: new Set(), map: new Set() };
  let refusals = 0;
  /** One question at a time. */
  let turn: Promise<unknown> = Promise.resolve();

  const isOrigin = (kind: HostKind, origin: string): boolean => {
    if (kind === 'service' && own.has(origin)) return true;
    const list = policy[kind];
    if (list !== null) return isListed(list, origin);
    const preset = presets?.[kind] ?? null;
    return kept[kind].has(origin) || (preset !== null && originOf(preset) === origin);
  };

  function keep(kind: HostKind, allowed: readonly string[]): void {
    for (const origin of allowed) {
      kept[kind].add(origin);
      refused[kind].delete(origin);
    }
    options.memory.write(
      JSON.stringify({
        services: [...kept.service].slice(-mostBackups),
        maps: [...kept.map].slice(-mostBackups),
      }),
    );
  }

  async function askFor(kind: HostKind, wanted: readonly string[]): Promise<void> {
    const open = wanted.filter((each) => !isOrigin(kind, each) && !refused[kind].has(each));
    if (open.length === 0 || policy[kind] !== null || refusals >= mostRefusals) return;
    // An answer covers what the question names, and nothing else.
    const named = open.slice(0, mostNamed);
    const isAllowed = await options.ask(questionFor(kind, named, open.length));
    if (isAllowed) keep(kind, named);
    else refusals += 1;
    for (const origin of isAllowed ? open.slice(mostNamed) : open) refused[kind].add(origin);
  }

  async function allowedOf(kind: HostKind, addresses: readonly string[]): Promise<string[]> {
    const wanted = [...new Set(addresses.flatMap((each) => originOf(each) ?? []))];
    if (wanted.some((each) => !isOrigin(kind, each))) {
      const mine = turn.then(() => askFor(kind, wanted));
      turn = mine.catch(() => undefined);
      await mine;
    }
    return wanted.filter((each) => isOrigin(kind, each));
  }

  return {
    isAllowed: (kind, address) => {
      const origin = originOf(address);
      return origin !== null && isOrigin(kind, origin);
    },
    allowedOf,
    require: async (kind, address, { isChosenNow } = { isChosenNow: false }) => {
      const origin = originOf(address);
      if (origin !== null && isChosenNow) refused[kind].delete(origin);
      if ((await allowedOf(kind, [address])).length > 0) return;
      throw new FaultError({
        kind: 'declined',
        reason: 'state',
        message: refusalOf(origin ?? 'this address', policy[kind] !== null, refusals),
      });
    },
    allowOwn: (address) => {
      const origin = originOf(address);
      if (origin === null) return () => undefined;
      own.add(origin);
      return () => void own.delete(origin);
    },
  };
}

function readKept(text: string | null): Record<HostKind, Set<string>> {
  let json: unknown = null;
  try {
    json = JSON.parse(text ?? 'null');
  } catch {
    // Not in our format: the user is asked again.
  }
  const { services, maps } = allowedHostsSchema.safeParse(json).data ?? { services: [], maps: [] };
  const valid = (all: readonly string[]) => new Set(all.filter((each) => originOf(each) === each));
  return { service: valid(services), map: valid(maps) };
}

/** Known maps use three to five servers. */
const mostNamed = 15;

/** `count`: of the hosts that are wanted, of which `hosts` are the first. */
function questionFor(kind: HostKind, hosts: readonly string[], count: number): HostQuestion {
  const [first = ''] = hosts;
  if (kind === 'service') {
    return {
      message: `Connect to ${first}?`,
      detail:
        'Waypost has not contacted this service before. Your user name and your API key are sent to it. Connect only if you know it and have just chosen it.',
      buttons: ['Connect', 'Do not connect'],
    };
  }
  return {
    message:
      hosts.length === 1
        ? `Load the map from ${first}?`
        : `Load the map from ${hosts.length} more servers?`,
    detail: [
      ...(hosts.length === 1 ? [] : [hosts.join('\n')]),
      ...(count > hosts.length
        ? [
            `This map names ${count} servers. Waypost asks for the first ${hosts.length} and loads nothing from the others.`,
          ]
        : []),
      'The server of an online map learns which areas you look at. Allow it only if you have just chosen this map.',
    ].join('\n\n'),
    buttons: ['Load', 'Do not load'],
  };
}

function refusalOf(origin: string, isLocked: boolean, refusals: number): string {
  if (isLocked) {
    return `Your administrator has limited the servers that Waypost contacts, and ${origin} is not one of them. Nothing was sent to it.`;
  }
  return refusals >= mostRefusals
    ? `Nothing was sent to ${origin}. You refused several servers, so Waypost asks about new ones only after it was closed and opened again.`
    : `You did not allow Waypost to contact ${origin}. Nothing was sent to it.`;
}

/** A `fetch` for the service that sends nothing to a host that was not confirmed. */
export function fetchWithConsent(consent: Pick<HostConsent, 'require'>, fetchIt: Fetch): Fetch {
  return async (url, init) => {
    const { signal } = init;
    await Promise.race([consent.require('service', url), abortOf(signal)]);
    signal.throwIfAborted();
    return fetchIt(url, init);
  };
}

/** The same for the requests that are sent only once. */
export function networkWithConsent(
  consent: Pick<HostConsent, 'require'>,
  { fetch: fetchIt, sendOnce }: { fetch: Fetch; sendOnce: SendOnce },
): { fetch: Fetch; sendOnce: SendOnce } {
  return {
    fetch: fetchWithConsent(consent, fetchIt),
    sendOnce: (exchange) => sendOnce((once) => exchange(fetchWithConsent(consent, once))),
  };
}

/** Rejects when the request is given up; the question stays open for the next one. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
