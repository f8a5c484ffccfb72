import { randomBytes } from 'node:crypto';
import { open, readFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { protocol, type Session } from 'electron';
import type { MapAnswer } from '../features/keyed-maps/keyed-maps';
import type { PageDelivery } from './page-delivery';

/** The window's origin. It serves only the app bundle. */
export const appOrigin = 'app://waypost';
const scheme = 'app';
const host = 'waypost';

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

export const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.pmtiles': 'application/octet-stream',
  '.bin': 'application/octet-stream',
};

/**
 * The file of a request path below `root`, or null if it leads outside or has a type that is not
 * served.
 */
export function fileFor(root: string, pathname: string): string | null {
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

const listed = (hosts: readonly string[]) => hosts.map((host) => ` ${host}`).join('');

/** The window's Content-Security-Policy. `hosts` are the origins of a chosen online map style. */
export function contentSecurityPolicy(nonce: string, hosts: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${listed(hosts)}`,
    "font-src 'self'",
    `connect-src 'self'${listed(hosts)}`,
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
export function workerSecurityPolicy(hosts: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `connect-src 'self'${listed(hosts)}`,
    "worker-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** Headers of every response: isolates the app's origin from others. */
const common = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

interface ByteRange {
  start: number;
  end: number;
}

/** Parses `bytes=a-b`, `bytes=a-` and `bytes=-n`; null if it cannot be satisfied. */
export function readRange(header: string, size: number): ByteRange | null {
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

async function readPart(file: string, header: string, policy: string): Promise<Response> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(file, 'r');
    const { size } = await handle.stat();
    const range = readRange(header, size);
    if (!range) {
      return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } });
    }
    const bytes = new Uint8Array(range.end - range.start + 1);
    await handle.read(bytes, 0, bytes.length, range.start);
    return new Response(bytes, {
      status: 206,
      headers: {
        ...common,
        'content-security-policy': policy,
        'content-type': contentTypes[path.extname(file)]!,
        'content-range': `bytes ${range.start}-${range.end}/${size}`,
        'accept-ranges': 'bytes',
      },
    });
  } finally {
    await handle?.close();
  }
}

export interface AppProtocolOptions {
  session: Session;
  rendererFolder: string;
  assetsFolder: string;
  /** Origins of a chosen online map style; read at each response. */
  mapHosts: () => readonly string[];
  /** A tile of a map file by the path of its address; null: there is none. */
  mapTile: (pathname: string) => Promise<Uint8Array | null>;
  /** A part of an online map with a key, by the path of its address. */
  keyedMap: (pathname: string) => Promise<MapAnswer>;
  delivery: Pick<PageDelivery, 'page' | 'file'>;
}

/** The response with a part of an online map, which main has requested with the key. */
async function keyedMapResponse(
  { keyedMap, mapHosts }: Pick<AppProtocolOptions, 'keyedMap' | 'mapHosts'>,
  pathname: string,
): Promise<Response> {
  const { status, type, bytes } = await keyedMap(pathname);
  return new Response(bytes && new Uint8Array(bytes), {
    status,
    headers: {
      ...common,
      'content-security-policy': workerSecurityPolicy(mapHosts()),
      'content-type': inertType(type),
      'cache-control': 'no-store',
    },
  });
}

/** The server must not have its answer run as a script or shown as a page. */
const inertType = (type: string) =>
  /^(image\/(png|jpeg|webp)|application\/json)\b/i.exec(type)?.[0].toLowerCase() ??
  'application/octet-stream';

/** The response with a tile of a map file. The window names the file by its id, never by a path. */
async function tileResponse(
  { mapTile, mapHosts }: Pick<AppProtocolOptions, 'mapTile' | 'mapHosts'>,
  pathname: string,
): Promise<Response> {
  const bytes = await mapTile(pathname);
  if (!bytes) return new Response(null, { status: 404 });
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...common,
      'content-security-policy': workerSecurityPolicy(mapHosts()),
      'content-type': 'application/octet-stream',
    },
  });
}

/** Serves the bundle under `app://waypost/` with the CSP as a response header. */
export function serveApp(options: AppProtocolOptions): void {
  options.session.protocol.handle(scheme, async (request) => {
    const url = new URL(request.url);
    if (url.host !== host || request.method !== 'GET') return new Response(null, { status: 403 });
    if (url.pathname.startsWith('/map-tiles/')) return tileResponse(options, url.pathname);
    if (url.pathname.startsWith('/keyed-maps/')) return keyedMapResponse(options, url.pathname);
    const isAsset = url.pathname.startsWith('/assets/basemap/');
    const file = isAsset
      ? fileFor(options.assetsFolder, url.pathname.slice('/assets'.length))
      : fileFor(options.rendererFolder, url.pathname);
    if (!file) return new Response(null, { status: 404 });
    try {
      const range = request.headers.get('range');
      const policy = workerSecurityPolicy(options.mapHosts());
      if (range) return await readPart(file, range, policy);
      const bytes = await readFile(file);
      const extension = path.extname(file);
      if (extension !== '.html') {
        options.delivery.file(url.pathname);
        return new Response(new Uint8Array(bytes), {
          headers: {
            ...common,
            'content-security-policy': policy,
            'content-type': contentTypes[extension]!,
          },
        });
      }
      const nonce = randomBytes(16).toString('base64');
      const html = bytes.toString('utf8');
      options.delivery.page(html);
      return new Response(html.replaceAll('__CSP_NONCE__', nonce), {
        headers: {
          ...common,
          'content-type': contentTypes[extension]!,
          'content-security-policy': contentSecurityPolicy(nonce, options.mapHosts()),
          'cache-control': 'no-store',
        },
      });
    } catch {
      return new Response(null, { status: 404 });
    }
  });
}
