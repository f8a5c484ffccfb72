import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { applyPatch, type Operation } from 'rfc6902';
import type { RunningService } from '../../main/service/start';

type Json = Record<string, unknown>;

export interface RawServiceOptions {
  devices?: readonly Json[];
  groups?: readonly Json[];
  users?: readonly Json[];
  /** Paths of a patch that are refused, as a service without single members does. */
  refusesPath?: RegExp;
  /** Lists that this account may not read. */
  forbids?: readonly ('groups' | 'users')[];
}

export interface RawService {
  /** For `openTestAccount`. */
  running: RunningService;
  group(id: string): Json | undefined;
  user(id: string): Json | undefined;
  /** The bodies of all writes. */
  writes: { method: string; path: string; body: unknown }[];
  /** From now on the account may read every list. */
  allow(): void;
  stop(): Promise<void>;
}

/**
 * A service that stores users and groups as any JSON, so that it can send members and values that
 * Waypost does not understand.
 */
export async function startRawService(options: RawServiceOptions): Promise<RawService> {
  const tables = {
    groups: new Map((options.groups ?? []).map((each) => [String(each['id']), { ...each }])),
    users: new Map((options.users ?? []).map((each) => [String(each['id']), { ...each }])),
  };
  const writes: RawService['writes'] = [];
  let forbids: readonly string[] = options.forbids ?? [];
  let created = 0;

  function answer(method: string, path: string, body: unknown): [status: number, body: Json] {
    const [, , area, id] = path.split('/').map(decodeURIComponent);
    if (area === 'Auth') {
      const expires = new Date(Date.now() + 3_600_000).toISOString();
      return [200, { success: true, token: 'a.b.c', expires }];
    }
    if (area === 'devices') return [200, { success: true, devices: options.devices ?? [] }];
    if (area !== 'groups' && area !== 'users') return [200, { success: true }];
    if (forbids.includes(area)) return refused(403, 'Not for this account.');
    const table = tables[area];
    if (method !== 'GET') writes.push({ method, path, body });
    if (id === undefined) {
      if (method === 'GET') return [200, { success: true, [area]: [...table.values()] }];
      const made: Json = { ...(body as Json), id: `new-${(created += 1)}` };
      table.set(String(made['id']), made);
      return [201, { success: true, ...made }];
    }
    const record = table.get(id);
    if (!record) return refused(404, 'Not found.');
    if (method === 'DELETE') table.delete(id);
    if (method === 'PUT') table.set(id, { ...(body as Json), id });
    if (method === 'PATCH') {
      const steps = body as Operation[];
      if (steps.some((step) => options.refusesPath?.test(step.path))) {
        return refused(400, 'Invalid patch operation.');
      }
      const copy = structuredClone(record);
      if (applyPatch(copy, steps).some((problem) => problem !== null)) return refused(409, 'Test.');
      table.set(id, copy);
    }
    return [200, { success: true, ...table.get(id) }];
  }

  const server = createServer((request, response) => void serve(request, response));
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const body: unknown = text === '' ? null : JSON.parse(text);
    const [status, sent] = answer(request.method!, request.url!.split('?')[0]!, body);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(sent));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    running: { url, userName: 'raw', apiKey: 'raw key' } as RunningService,
    group: (id) => tables.groups.get(id),
    user: (id) => tables.users.get(id),
    writes,
    allow: () => {
      forbids = [];
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function refused(status: number, error: string): [number, Json] {
  return [status, { success: false, error }];
}
