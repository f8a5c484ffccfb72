// Why it is so: docs/decisions/0085-network-and-consent.md
import { z } from 'zod';
import { readAddress } from '#shared/domain/address';
import type { Settings } from '#shared/domain/settings';
import { FaultError, type Fault } from '#shared/fault';
import type { Fetch, SendOnce } from '../api/request';
import type { StoredFile } from '../files/stored-files';
import type { SettingsOfAccount } from '../features/settings/settings';
import { message, type Message, type Said } from '#shared/i18n/translate';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** What is at a host: a service that gets the key, or an online map that learns what is looked at. */
type HostKind = 'service' | 'map';

/** The question to the user, in a native dialog that the window cannot answer. */
export interface HostQuestion {
  kind: HostKind;
  question: Message;
  /** Its paragraphs. */
  detail: Said[];
}

export interface HostConsentOptions {
  /** True: allowed. */
  ask: (question: HostQuestion) => Promise<boolean>;
  /** Persists the allowed hosts between starts. */
  memory: StoredFile<z.infer<typeof allowedHostsSchema>>;
  /** An administrator's list of hosts; null: the user decides. */
  policy: Record<HostKind, readonly string[] | null>;
  /** Addresses that an administrator has set. */
  presets?: Record<HostKind, string | null>;
}

/** After so many refusals nothing is asked until the next start: the window might keep asking. */
const mostRefusals = 5;
const mostStored = 500;

const origins = z.array(z.string()).max(mostStored).catch([]);
export const allowedHostsSchema = z.object({ services: origins, maps: origins });

/** A URL's host may have `;` `,` `'` and `*` in it, which no server's name has. */
const originPattern = /^https?:\/\/([a-z0-9]([a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d{1,5})?$/;

/** The origin of an address that a request may be sent to; null for anything else. */
export function originOf(address: string): string | null {
  const origin = URL.parse(address)?.origin ?? '';
  return originPattern.test(origin) ? origin : null;
}

/** Which hosts Waypost may contact. Each new one is confirmed by the user, once. */
export class HostConsent {
  readonly #stored: Record<HostKind, Set<string>>;
  /** Services that main itself has started. */
  readonly #own = new Set<string>();
  readonly #refused: Record<HostKind, Set<string>> = { service: new Set(), map: new Set() };
  #refusals = 0;
  /** One question at a time. */
  #question: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: HostConsentOptions) {
    const { services, maps } = options.memory.read() ?? { services: [], maps: [] };
    const valid = (all: readonly string[]) =>
      new Set(all.filter((each) => originOf(each) === each));
    this.#stored = { service: valid(services), map: valid(maps) };
  }

  isAllowed(kind: HostKind, address: string): boolean {
    const origin = originOf(address);
    return origin !== null && this.#isAllowed(kind, origin);
  }

  /**
   * The origins of these addresses that are allowed. Asks for the others in one question, unless they
   * were refused since the start.
   */
  async allowedOf(kind: HostKind, addresses: readonly string[]): Promise<string[]> {
    const wanted = [...new Set(addresses.flatMap((each) => originOf(each) ?? []))];
    if (wanted.some((each) => !this.#isAllowed(kind, each))) {
      const mine = this.#question.then(() => this.#askFor(kind, wanted));
      this.#question = mine.catch(() => undefined);
      await mine;
    }
    return wanted.filter((each) => this.#isAllowed(kind, each));
  }

  /** The same for one address; rejects with `declined`, and asks again if the user chose it again. */
  async require(
    kind: HostKind,
    address: string,
    { isChosenNow } = { isChosenNow: false },
  ): Promise<void> {
    const origin = originOf(address);
    if (origin !== null && isChosenNow) this.#refused[kind].delete(origin);
    if ((await this.allowedOf(kind, [address])).length > 0) return;
    throw new FaultError(this.#refusalOf(kind, origin));
  }

  /** Why an address may not be contacted; null: it may. Asks nothing. */
  refusal(kind: HostKind, address: string): Fault | null {
    return this.isAllowed(kind, address) ? null : this.#refusalOf(kind, originOf(address));
  }

  #refusalOf(kind: HostKind, origin: string | null): Fault {
    const why = refusalOf(origin, this.options.policy[kind] !== null, this.#refusals);
    return { kind: 'declined', reason: 'state', message: why };
  }

  /** Allows a service that main itself has started; returns the function that ends it. */
  allowOwn(address: string): () => void {
    const origin = originOf(address);
    if (origin === null) return () => undefined;
    this.#own.add(origin);
    return () => void this.#own.delete(origin);
  }

  #isAllowed(kind: HostKind, origin: string): boolean {
    if (kind === 'service' && this.#own.has(origin)) return true;
    const list = this.options.policy[kind];
    if (list !== null) return isListed(list, origin);
    const preset = this.options.presets?.[kind] ?? null;
    return this.#stored[kind].has(origin) || (preset !== null && originOf(preset) === origin);
  }

  async #askFor(kind: HostKind, wanted: readonly string[]): Promise<void> {
    const refused = this.#refused[kind];
    const open = wanted.filter((each) => !this.#isAllowed(kind, each) && !refused.has(each));
    const isLocked = this.options.policy[kind] !== null;
    if (open.length === 0 || isLocked || this.#refusals >= mostRefusals) return;
    // An answer covers what the question names, and nothing else.
    const named = open.slice(0, mostNamed);
    const isAllowed = await this.options.ask(questionFor(kind, named, open.length));
    if (isAllowed) this.#store(kind, named);
    else this.#refusals += 1;
    for (const origin of isAllowed ? open.slice(mostNamed) : open) refused.add(origin);
  }

  #store(kind: HostKind, allowed: readonly string[]): void {
    for (const origin of allowed) {
      this.#stored[kind].add(origin);
      this.#refused[kind].delete(origin);
    }
    const { service, map } = this.#stored;
    const latest = (all: Set<string>) => [...all].slice(-mostStored);
    this.options.memory.write({ services: latest(service), maps: latest(map) });
  }
}

/** Known maps use three to five servers. */
const mostNamed = 15;

/** `count`: of the hosts that are wanted, of which `hosts` are the first. */
function questionFor(kind: HostKind, hosts: readonly string[], count: number): HostQuestion {
  const [host = ''] = hosts;
  const asked = hosts.length;
  const isOfSeveral = kind === 'map' && asked > 1;
  return {
    kind,
    question: isOfSeveral
      ? message('desktop.hosts.map.questionOfSeveral', { count: asked })
      : message(`desktop.hosts.${kind}.question`, { host }),
    detail: [
      ...(isOfSeveral ? [hosts.join('\n')] : []),
      ...(count > asked ? [message('desktop.hosts.map.tooMany', { count, asked })] : []),
      message(`desktop.hosts.${kind}.detail`),
    ],
  };
}

function refusalOf(server: string | null, isLocked: boolean, refusals: number): Message {
  if (server === null) return message('faults.main.addressNotUsable');
  if (isLocked) return message('faults.main.serverNotListed', { server });
  return refusals >= mostRefusals
    ? message('faults.main.serverRefusedMany', { server })
    : message('faults.main.serverNotAllowed', { server });
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

/**
 * Whether an origin is on an administrator's list of hosts: `tracking.example.com`, with a port
 * `tracking.example.com:8443`, or with all hosts below it `*.example.com`. Without a port it is the
 * usual one of https.
 */
function isListed(list: readonly string[], origin: string): boolean {
  const url = URL.parse(origin);
  if (!url) return false;
  return list.some((entry) => matches(entry.trim().toLowerCase(), url));
}

function matches(entry: string, { protocol, hostname, host }: URL): boolean {
  const named = entry.replace(/^https:\/\//, '').replace(/\/$/, '');
  if (named === '' || named.includes('/')) return false;
  if (named.startsWith('*.')) return protocol === 'https:' && host.endsWith(named.slice(1));
  // Plain http reaches this computer only; the program there is named with its port.
  if (protocol !== 'https:') return named === host && host !== hostname;
  return named === host || named === `${hostname}:443`;
}

/**
 * The calls of the window that name a host. The user confirms a new one in a native dialog, which code
 * in the window cannot answer.
 */
export function withConsent(parts: {
  consent: Pick<HostConsent, 'require'>;
  settings: SettingsOfAccount;
}): {
  beforeConnect: (address: string) => Promise<void>;
  settings: {
    current: SettingsOfAccount['current'];
    change: (part: Partial<Settings>) => Promise<Settings>;
  };
} {
  const { consent, settings } = parts;
  return {
    beforeConnect: async (address) => {
      const read = readAddress(address);
      // An address that cannot be read is refused by the session, in words.
      if (read.ok) await consent.require('service', read.address, { isChosenNow: true });
    },
    settings: {
      current: settings.current,
      change: async (part) => {
        const { mapStyleUrl } = part;
        const isNew = mapStyleUrl && mapStyleUrl !== settings.current().mapStyleUrl;
        if (isNew && /^https?:/i.test(mapStyleUrl) && URL.canParse(mapStyleUrl)) {
          await consent.require('map', mapStyleUrl, { isChosenNow: true });
        }
        return settings.change(part);
      },
    },
  };
}

// A map style from the internet must not reach the user's computer or network, also if the user confirms a host
// whose name says nothing. A style that comes from there itself may, but none may name link-local hosts.

/** IPv4 addresses count as well when they are written as IPv6 addresses, mapped or translated (RFC 6052). */
const ipv6Forms = ['::ffff:', '64:ff9b::'];

type Subnet = readonly [address: string, prefix: number];

function subnets(ipv4: readonly Subnet[], ipv6: readonly Subnet[]): (address: string) => boolean {
  const list = new BlockList();
  for (const [address, prefix] of ipv4) {
    list.addSubnet(address, prefix, 'ipv4');
    for (const form of ipv6Forms) list.addSubnet(form + address, 96 + prefix, 'ipv6');
  }
  for (const [address, prefix] of ipv6) list.addSubnet(address, prefix, 'ipv6');
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Link-local addresses, and where clouds answer with credentials: no map comes from there. */
const isLinkLocal = subnets(
  [
    ['169.254.0.0', 16],
    ['168.63.129.16', 32],
    ['100.100.100.200', 32],
  ],
  [
    ['fe80::', 10],
    ['fd00:ec2::254', 128],
  ],
);

const isLocalAddress = subnets(
  // This computer, private networks, those of carriers, tests, multicast, reserved.
  [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ],
  // Unspecified and this computer, 6to4 (which may contain any of the above), unique and site-local, multicast.
  [
    ['::', 127],
    ['2002::', 16],
    ['fc00::', 7],
    ['fec0::', 10],
    ['ff00::', 8],
  ],
);

/** Names that are only answered for within a network; so is one without a dot. */
const localName =
  /^[^.]*$|(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa)$/;

/** Empty if they cannot be found out here, for example behind a proxy. */
const addressesOf = (name: string): Promise<string[]> =>
  lookup(name, { all: true }).then(
    (found) => found.map(({ address }) => address),
    () => [],
  );

const metadataName = /^metadata(\.|$)/;

type Nearness = 'public' | 'local' | 'linkLocal';

/** Where an origin is, by its name and, as far as they are known, its addresses. */
export async function nearnessOf(origin: string, resolve = addressesOf): Promise<Nearness> {
  const name = new URL(origin).hostname.replace(/\.$/, '');
  const literal = name.replaceAll(/^\[|\]$/g, '');
  const addresses = isIP(literal) !== 0 ? [literal] : await resolve(name);
  if (metadataName.test(name) || addresses.some(isLinkLocal)) return 'linkLocal';
  const isNamedSo = isIP(literal) === 0 && localName.test(name);
  return isNamedSo || addresses.some(isLocalAddress) ? 'local' : 'public';
}

/** Which of the origins that it names a style at `own` may use. */
export async function usableFrom(own: string, named: readonly string[]): Promise<string[]> {
  const isOwnLocal = (await nearnessOf(own)) !== 'public';
  const found = await Promise.all(named.map((origin) => nearnessOf(origin)));
  return named.filter((_, at) => found[at] === 'public' || (isOwnLocal && found[at] === 'local'));
}
