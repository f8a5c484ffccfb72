import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

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
