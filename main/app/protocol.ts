import { randomBytes } from 'node:crypto';
import { open, readFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { protocol, type ProtocolRequest, type Session } from 'electron';
import { directionOf, type Language } from '#shared/i18n/languages';
import type { MapAnswer } from '../features/maps/online-maps';

/** The window's origin. It serves only the app bundle. */
export const appOrigin = 'app://waypost';
const scheme = 'app';
const appHost = 'waypost';

/** Must run before Electron is ready: makes `app:` a secure standard scheme with its own origin. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme,
      privileges: {
        standard: true,
        secure: true,
        supportFetchAPI: true,
        stream: true,
        codeCache: true,
      },
    },
  ]);
}

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.pmtiles': 'application/octet-stream',
  '.bin': 'application/octet-stream',
};

/**
 * The file of a request path below `root`, or null if it leads outside or has a type that is not
 * served.
 */
function fileFor(root: string, pathname: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  if (decoded.includes('\0') || decoded.includes('\\')) return null;
  const file = path.resolve(root, `.${path.posix.normalize(`/${decoded}`)}`);
  if (file !== root && !file.startsWith(root + path.sep)) return null;
  const name = file === root ? path.join(root, 'index.html') : file;
  return path.extname(name) in contentTypes ? name : null;
}

/** The window's Content-Security-Policy. Online maps come from main, so it names no other host. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/**
 * The policy of every other response. It binds workers, which do not inherit that of the window: the
 * map's worker fetches tiles, and none starts a worker or runs other code than the bundle.
 */
const workerSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "worker-src 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Headers of every response: isolates the app's origin from others. */
const isolated = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};
const common = { ...isolated, 'content-security-policy': workerSecurityPolicy };

/** Parses `bytes=a-b`, `bytes=a-` and `bytes=-n`; null if it cannot be satisfied. */
function readRange(header: string, size: number): { start: number; end: number } | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (!match || (match[1] === '' && match[2] === '')) return null;
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), size);
    return length > 0 ? { start: size - length, end: size - 1 } : null;
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  return start <= end && start < size ? { start, end } : null;
}

/** An answer to the window. */
interface Answer {
  status: number;
  headers?: Record<string, string>;
  bytes?: Uint8Array;
}

const notFound: Answer = { status: 404 };

async function readPart(file: string, header: string): Promise<Answer> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(file, 'r');
    const { size } = await handle.stat();
    const range = readRange(header, size);
    if (!range) return { status: 416, headers: { 'content-range': `bytes */${size}` } };
    const bytes = new Uint8Array(range.end - range.start + 1);
    await handle.read(bytes, 0, bytes.length, range.start);
    return {
      status: 206,
      bytes,
      headers: {
        ...common,
        'content-type': contentTypes[path.extname(file)]!,
        'content-range': `bytes ${range.start}-${range.end}/${size}`,
        'accept-ranges': 'bytes',
      },
    };
  } finally {
    await handle?.close();
  }
}

interface AppProtocolOptions {
  session: Session;
  /** The folder of the bundles. */
  folder: string;
  /** Answers with a part of a map by the path of its address. */
  answerMap: (pathname: string) => Promise<MapAnswer>;
  /** The language of the page. */
  language: () => Language;
}

/** The server must not have its answer run as a script or shown as a page. */
const inertType = (type: string) =>
  /^(image\/(png|jpeg|webp)|application\/json)\b/i.exec(type)?.[0].toLowerCase() ??
  'application/octet-stream';

function mapPart({ status, type, bytes }: MapAnswer): Answer {
  const headers = { ...common, 'content-type': inertType(type), 'cache-control': 'no-store' };
  return { status, headers, bytes: bytes ?? undefined };
}

/** The page in a language, with its texts, and a nonce of its own in its policy and its text. */
function pageAnswer(html: string, language: Language): Answer {
  const nonce = randomBytes(16).toString('base64');
  const texts = JSON.stringify(language).replaceAll('<', String.raw`\u003c`);
  const page = html
    .replaceAll('__CSP_NONCE__', nonce)
    .replace('__LANG__', language.tag)
    .replace('__DIR__', directionOf(language.tag))
    .replace('__LANGUAGE__', () => texts);
  return {
    status: 200,
    bytes: Buffer.from(page),
    headers: {
      ...isolated,
      'content-type': contentTypes['.html']!,
      'content-security-policy': contentSecurityPolicy(nonce),
      'cache-control': 'no-store',
    },
  };
}

/** The answer to a request of the window. */
async function answerTo(
  { url, method, headers }: ProtocolRequest,
  { folder, answerMap, language }: AppProtocolOptions,
): Promise<Answer> {
  const { host, pathname } = new URL(url);
  if (host !== appHost || method !== 'GET') return { status: 403 };
  if (pathname.startsWith('/maps/')) return mapPart(await answerMap(pathname));
  const isAsset = pathname.startsWith('/assets/basemap/');
  const file = isAsset
    ? fileFor(path.join(folder, 'assets'), pathname.slice('/assets'.length))
    : fileFor(path.join(folder, 'renderer'), pathname);
  if (!file) return notFound;
  const range = headers['Range'] ?? headers['range'];
  if (range) return readPart(file, range);
  const bytes = await readFile(file);
  const extension = path.extname(file);
  if (extension === '.html') return pageAnswer(bytes.toString('utf8'), language());
  return { status: 200, bytes, headers: { ...common, 'content-type': contentTypes[extension]! } };
}

/**
 * Serves the bundle under `app://waypost/` with the CSP as a response header. Electron's newer
 * `protocol.handle` passes each file through web streams in this process
 * (docs/decisions/0149-first-picture-first.md). Resolves when the first script has been passed on: the window
 * then works for a while without asking for anything.
 */
export function serveApp(options: AppProtocolOptions): Promise<void> {
  const { promise: hasScript, resolve: passedOn } = Promise.withResolvers<void>();
  options.session.protocol.registerBufferProtocol(scheme, (request, respond) => {
    void answerTo(request, options)
      .catch(() => notFound)
      .then(({ status, headers, bytes }) => {
        const data = bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        respond({ statusCode: status, headers, data: data ?? Buffer.alloc(0) });
        // Chromium takes the answer over in turns of this thread.
        if (request.url.endsWith('.js')) setTimeout(passedOn, 30);
      });
  });
  return hasScript;
}
