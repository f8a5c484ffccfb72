import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/**
 * How near a host is. `here`: this computer. `network`: the network it is in. `special`: addresses that
 * no map is served from, such as those of a cloud's metadata.
 */
export type Nearness = 'public' | 'network' | 'here' | 'special';

function listOf(subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address, prefix] = subnet.split('/') as [string, string];
    // `isIP` would compile its patterns at the start of the app.
    list.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}

const here = listOf(['127.0.0.0/8', '::1/128']);
/** RFC 1918, addresses of carriers, unique local addresses. */
const network = listOf([
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  'fc00::/7',
  'fec0::/10',
]);
/** Unspecified, link-local (metadata of clouds), of protocols, of tests, multicast, reserved. */
const special = listOf([
  '0.0.0.0/8',
  '169.254.0.0/16',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '::/128',
  'fd00:ec2::254/128',
  'fe80::/10',
  'ff00::/8',
  '100::/64',
  '2001:db8::/32',
]);
/** Prefixes of IPv6 addresses in which an IPv4 address is written; at which group it begins. */
const embedding: readonly [BlockList, number][] = [
  [listOf(['::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48']), 6],
  [listOf(['2002::/16']), 1],
];

/** The nearness of a numeric address. */
export function nearnessOfAddress(address: string): Nearness {
  const kind = isIP(address);
  if (kind === 0) return 'special';
  const family = kind === 6 ? 'ipv6' : 'ipv4';
  if (here.check(address, family)) return 'here';
  if (special.check(address, family)) return 'special';
  if (network.check(address, family)) return 'network';
  if (kind === 6) {
    const within = embedding.find(([list]) => list.check(address, 'ipv6'));
    if (within) return nearnessOfAddress(embeddedIn(address, within[1]));
  }
  return 'public';
}

/** The IPv4 address written in two groups of an IPv6 address. */
function embeddedIn(address: string, group: number): string {
  const whole = address.toLowerCase().replace(/%.*$/, '');
  const [, before, dotted] = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(whole) ?? [];
  if (dotted !== undefined && before !== undefined && group === 6) return dotted;
  const [head = '', tail] = whole.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const first = groups(head);
  const last = groups(tail ?? '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const all = [...first, ...Array.from({ length: zeros }, () => '0'), ...last];
  const [high, low] = [all[group], all[group + 1]].map((text) => Number.parseInt(text ?? '0', 16));
  return [high! >> 8, high! & 255, low! >> 8, low! & 255].join('.');
}

/** Names that are only answered for within a network. */
const localEndings =
  /(^|\.)(local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa)$/;

/**
 * The nearness of the host of a URL, by its name alone. `public` for a name of the public name system,
 * which may still resolve to an address nearby.
 */
export function nearnessOfHost(hostname: string): Nearness {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  if (name.startsWith('[')) return nearnessOfAddress(name.slice(1, -1));
  if (isIP(name) !== 0) return nearnessOfAddress(name);
  if (name === 'localhost' || name.endsWith('.localhost')) return 'here';
  if (/^metadata(\.|$)/.test(name) || name === '') return 'special';
  // A name without a dot is one of the own network.
  return !name.includes('.') || localEndings.test(name) ? 'network' : 'public';
}

/** The addresses of a name; empty if they cannot be found out here, for example behind a proxy. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

export const resolveName: ResolveName = async (name) => {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
};

const order: Record<Nearness, number> = { public: 0, network: 1, here: 2, special: 3 };

/** The nearness of a host by its name and, as far as they are known, its addresses: the nearest one. */
export async function nearnessOf(hostname: string, resolve: ResolveName): Promise<Nearness> {
  const byName = nearnessOfHost(hostname);
  if (byName !== 'public' || isIP(hostname) !== 0 || hostname.startsWith('[')) return byName;
  const found = (await resolve(hostname)).map((address) => nearnessOfAddress(address));
  return found.reduce((most, each) => (order[each] > order[most] ? each : most), byName);
}

/**
 * Whether a map style at one host may use another: a host that is no nearer than itself. A style from
 * the internet reaches no network of the user, and one from the network reaches no program here.
 */
export const mayUse = (styleIs: Nearness, hostIs: Nearness): boolean =>
  hostIs === 'public' || (hostIs !== 'special' && order[hostIs] <= order[styleIs]);
