import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startService } from './start';
import { openSqlite } from './sqlite';
import type { GroupRow } from './store';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'waypost-service-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const group = (id: string, name = id): GroupRow => ({
  id,
  name,
  description: null,
  deviceIds: [],
  createdAt: 1,
  modifiedAt: 1,
});

describe('the store', () => {
  it('undoes everything of a change that throws, and shows nothing of it to others', async () => {
    const store = openSqlite(null);
    await store.groups.save([group('a')]);
    const failing = store.change(async (store) => {
      await store.groups.save([group('b')]);
      await store.groups.remove('a');
      throw new Error('no');
    });
    const seen = store.groups.all();
    await expect(failing).rejects.toThrow('no');
    expect([...(await seen)]).toEqual([group('a')]);
    await store.close();
  });

  it('keeps its records in order of creation across a restart', async () => {
    const first = openSqlite(folder);
    await first.groups.save(['c', 'a', 'b'].map((id) => group(id)));
    await first.groups.save([group('c', 'renamed')]);
    await first.close();
    const second = openSqlite(folder);
    expect([...(await second.groups.all())].map(({ name }) => name)).toEqual(['renamed', 'a', 'b']);
    await second.close();
  });

  it('refuses the data folder of a newer version', () => {
    const file = new DatabaseSync(path.join(folder, 'service.sqlite'));
    file.exec('PRAGMA user_version = 99');
    file.close();
    expect(() => openSqlite(folder)).toThrow(/newer version/);
  });
});

describe('the service inside the app', () => {
  it('does not bring the driver of a store that only a server has', () => {
    const seen = new Set<string>();
    const packages = new Set<string>();
    const follow = (file: string) => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(/ from '([^']+)'/g)) {
        if (!from.startsWith('.')) packages.add(from);
        else if (!from.endsWith('.json')) follow(`${path.resolve(file, '..', from)}.ts`);
      }
    };
    follow(path.join(import.meta.dirname, 'utility.ts'));
    expect([...packages]).toContain('hono');
    expect([...packages]).not.toContain('pg');
  });
});

describe('a service with a data folder', () => {
  it('comes back with what was changed, and seeds only once', async () => {
    const first = await startService({ dataFolder: folder, devices: 5 });
    const fleet = await read(first, '/api/devices');
    await first.control.removeDevice(String(fleet.devices?.[0]?.id));
    await first.stop();
    const second = await startService({ dataFolder: folder, devices: 50 });
    expect((await read(second, '/api/devices')).devices).toEqual(fleet.devices?.slice(1));
    await second.stop();
  });

  it('writes neither key nor token nor password into it', async () => {
    const service = await startService({ dataFolder: folder, devices: 3 });
    const token = await tokenOf(service);
    const user = {
      name: 'Ana',
      email: 'ana2@waypost.example',
      country: 'ES',
      timeZone: 'UTC',
      password: 'correct horse battery',
    };
    const created = await fetch(`${service.url}/api/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(user),
    });
    expect(created.status).toBe(201);
    await service.stop();
    const bytes = readdirSync(folder).map((name) => readFileSync(path.join(folder, name)));
    expect(bytes.some((file) => file.includes('ana2@waypost.example'))).toBe(true);
    for (const secret of [service.apiKey, token, user.password]) {
      expect(bytes.some((file) => file.includes(secret))).toBe(false);
    }
  });
});

interface Account {
  url: string;
  userName: string;
  apiKey: string;
}

async function tokenOf({ url, userName, apiKey }: Account): Promise<string> {
  const answer = await fetch(`${url}/api/Auth/Token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName, apiKey }),
  });
  return ((await answer.json()) as { token: string }).token;
}

async function read(service: Account, call: string): Promise<{ devices?: { id: string }[] }> {
  const headers = { authorization: `Bearer ${await tokenOf(service)}` };
  const answer = await fetch(service.url + call, { headers });
  return (await answer.json()) as { devices?: { id: string }[] };
}
