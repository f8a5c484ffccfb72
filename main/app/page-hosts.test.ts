import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createPageHosts, hadOnlineMap, mapHostsFile } from './page-hosts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function profile(stored?: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waypost-hosts-'));
  folders.push(folder);
  if (stored !== undefined) writeFileSync(mapHostsFile(folder), stored);
  return folder;
}

describe('whether the last start had an online map', () => {
  it.each([
    [undefined, false],
    ['{"style":"","hosts":[]}', false],
    ['{"style":"https://maps.example/s","hosts":["https://maps.example"]}', true],
    ['{"style":"https://maps.example/s"}', true],
    ['null', true],
    ['not JSON', true],
  ])('%s: %s', (stored, expected) => {
    expect(hadOnlineMap(profile(stored))).toBe(expected);
  });
});

describe('the hosts of pages', () => {
  const host = 'https://maps.example';

  it('are those of the map, and waited for if there was one at the last start', async () => {
    const composed = Promise.withResolvers<{ mapHosts: () => readonly string[] }>();
    const hosts = createPageHosts(true, composed.promise);
    let answered: readonly string[] | null = null;
    const first = hosts().then((known) => (answered = known));
    await Promise.resolve();
    expect(answered).toBeNull();
    composed.resolve({ mapHosts: () => [host] });
    expect(await first).toEqual([host]);
  });

  it('are none for the first page without one, and those of the map later', async () => {
    const composed = Promise.withResolvers<{ mapHosts: () => readonly string[] }>();
    const hosts = createPageHosts(false, composed.promise);
    expect(await hosts()).toEqual([]);
    composed.resolve({ mapHosts: () => [host] });
    await composed.promise;
    expect(await hosts()).toEqual([host]);
  });
});
