import { message, type Message } from '../i18n/translate';
import { withoutUnseen } from './text';

/** The service address that the user entered: parsed, or rejected with a message. */
type AddressReading = { ok: true; address: string } | { ok: false; message: Message };

const longestAddress = 2048;
/** With quotation marks and spaces around it. */
const longestText = 2 * longestAddress;
const quotes = /^["'`<(\u00ab\u2018\u201c\u201e]+|["'`>)\u00bb\u2019\u201c\u201d,;]+$/gu;

/**
 * First path segments of API calls or of pages about the API; they are not part of the base
 * address.
 */
const pages = new Set(
  (
    'api docs doc documentation swagger openapi redoc help developer developers ' +
    'login signin account'
  ).split(' '),
);
const file = /\.(html?|aspx?|php|jsp|json|ya?ml|md)$/i;

/**
 * Reads the base address of a service. Only the path before `/api` or a page is retained; query and
 * fragment are dropped. `http` is allowed for this computer only: the key would otherwise be sent
 * unencrypted.
 */
export function readAddress(text: string): AddressReading {
  if (text.length > longestText) return refuse(message('session.address.tooLong'));
  const given = withoutUnseen(text).replace(quotes, '').trim();
  if (given === '') return refuse(message('session.address.none'));
  if (given.length > longestAddress) return refuse(message('session.address.tooLong'));
  if (/\s/u.test(given)) return refuse(message('session.address.hasSpace'));

  const scheme = readScheme(given);
  if (scheme.refusal) return refuse(scheme.refusal);
  let url: URL;
  try {
    url = new URL(`${scheme.name ?? 'https'}://${scheme.rest}`);
  } catch {
    return refuse(
      /:\d+([/?#]|$)/.test(scheme.rest)
        ? message('session.address.unreadablePort')
        : message('session.address.unreadable', { example: 'https://tracking.example.com' }),
    );
  }
  if (url.username || url.password || scheme.rest.split(/[/?#]/)[0]!.includes('@')) {
    return refuse(message('session.address.hasPassword'));
  }

  const host = url.hostname.replace(/\.$/, '');
  const isIpv6 = host.startsWith('[');
  if (!isIpv6 && !/^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/.test(host)) {
    return refuse(message('session.address.nameCharacter'));
  }
  // "1.2" would silently become the address 1.0.0.2.
  if (/^\d+(\.\d+){3}$/.test(host) && !scheme.rest.startsWith(host)) {
    return refuse(message('session.address.inFull', { example: '192.0.2.10' }));
  }
  if (url.port === '0') return refuse(message('session.address.noPort'));

  const path = basePath(url);
  if (!/^[\w.~%/-]*$/.test(path)) {
    return refuse(message('session.address.pathCharacter'));
  }

  const isHere = isLoopback(host);
  if (scheme.name === 'http' && !isHere) {
    return refuse(message('session.address.notSecure'));
  }
  const name = scheme.name ?? (isHere ? 'http' : 'https');
  // Parsed again with the final scheme, because each scheme hides its default port.
  const port = new URL(`${name}://${scheme.rest}`).port;
  return { ok: true, address: `${name}://${host}${port ? `:${port}` : ''}${path}` };
}

const refuse = (why: Message): AddressReading => ({ ok: false, message: why });

/** Removes the scheme, even if mistyped with a missing slash or colon. */
function readScheme(given: string): {
  name: 'http' | 'https' | null;
  rest: string;
  refusal?: Message;
} {
  const web = /^(https?)(?::[/\\]*|[/\\]{2})(?=[^/\\])/i.exec(given);
  if (web) {
    return {
      name: web[1]!.toLowerCase() as 'http' | 'https',
      rest: given.slice(web[0].length),
    };
  }
  const other = /^([a-z][a-z0-9+.-]*):(?:\/\/|(?!\d))/i.exec(given);
  if (other && !/^https?$/i.test(other[1]!)) {
    return {
      name: null,
      rest: given,
      refusal: message('session.address.otherScheme', { scheme: `${other[1]}:` }),
    };
  }
  return { name: null, rest: given.replace(/^(https?:)?[/\\]+/i, '') };
}

/** https, or http to this computer; without a user name or password. */
export function isSafeUrl({ protocol, hostname, username, password }: URL): boolean {
  if (username !== '' || password !== '') return false;
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}

/** This computer, the only host to which the key may be sent over http. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}

/** The path before `/api` or a page: a service may be below a path. */
function basePath(url: URL): string {
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const end = segments.findIndex(
    (segment) => pages.has(segment.toLowerCase()) || file.test(segment),
  );
  const prefix = end === -1 ? segments : segments.slice(0, end);
  return prefix.map((segment) => `/${segment}`).join('');
}
