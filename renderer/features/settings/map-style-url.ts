/** Why a text is not a valid address of a map style; undefined if it is. */
export function mapStyleRefusal(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (!URL.canParse(text)) return 'This is not a complete address; it begins with https://.';
  const { protocol, hostname } = new URL(text);
  if (protocol === 'https:') return undefined;
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol === 'http:' && isLoopback) return undefined;
  return 'Only https is accepted, so that nobody on the way can see or change the map.';
}
