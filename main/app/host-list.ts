/**
 * Whether an origin is on an administrator's list of hosts: `tracking.example.com`, with a port
 * `tracking.example.com:8443`, or with all hosts below it `*.example.com`. Without a port it is the
 * usual one of https.
 */
export function isListed(list: readonly string[], origin: string): boolean {
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
