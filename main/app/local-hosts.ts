import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

// A map style from the internet must not reach the user's computer or network, also if the user confirms a host
// whose name says nothing. A style that comes from there itself may.

/** IPv4 addresses count as well when they are written as IPv6 addresses, mapped or translated (RFC 6052). */
const ipv6Forms = ['::ffff:', '64:ff9b::'];

/** This computer, private networks, those of carriers, link-local ones (metadata of clouds), multicast, reserved. */
const localAddresses = new BlockList();
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  localAddresses.addSubnet(address, prefix, 'ipv4');
  for (const form of ipv6Forms) localAddresses.addSubnet(form + address, 96 + prefix, 'ipv6');
}
// Unspecified and this computer, unique local addresses, link-local and site-local ones, multicast.
for (const [address, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const) {
  localAddresses.addSubnet(address, prefix, 'ipv6');
}

const isLocalAddress = (address: string): boolean =>
  localAddresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Names that are only answered for within a network; so is one without a dot. */
const localName =
  /^[^.]*$|(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa)$/;

/** Empty if they cannot be found out here, for example behind a proxy. */
const addressesOf = (name: string): Promise<string[]> =>
  lookup(name, { all: true }).then(
    (found) => found.map(({ address }) => address),
    () => [],
  );

/** Whether an origin is on this computer or in its network, by its name and, as far as they are known, its addresses. */
export async function isLocal(origin: string, resolve = addressesOf): Promise<boolean> {
  const name = new URL(origin).hostname.replace(/\.$/, '');
  const address = name.replaceAll(/^\[|\]$/g, '');
  if (isIP(address) !== 0) return isLocalAddress(address);
  return localName.test(name) || (await resolve(name)).some(isLocalAddress);
}

/** Which of the origins that it names a style at `own` may use. */
export async function usableFrom(own: string, named: readonly string[]): Promise<string[]> {
  if (await isLocal(own)) return [...named];
  const areLocal = await Promise.all(named.map((origin) => isLocal(origin)));
  return named.filter((_, at) => !areLocal[at]);
}
