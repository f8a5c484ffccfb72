import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isTimeZone } from '#shared/domain/calendar';
import { computerZone } from './computer';

// Node reads TZ again whenever it is set.

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'waypost-zone-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test.each([
  ['Europe/Berlin', 'Europe/Berlin', true],
  ['', 'UTC', false],
  ['UTC', 'UTC', true],
  ['UTC0', 'UTC', false],
  ['UTC-5', '+05:00', false],
  ['GMT-4', '+04:00', false],
  ['UTC+25', 'UTC', false],
  ['<+03>-3', 'UTC', false],
  ['XXX5', '-05:00', false],
  ['"America/Bogota"', 'UTC', false],
  [':', 'UTC', false],
  ['Etc/Unknown', 'UTC', false],
  ['Nowhere/City', 'UTC', false],
  ['../../etc/passwd', 'UTC', false],
  ['CET-1CEST,M3.5.0,M10.5.0/3', 'UTC', false],
  [':Europe/Berlin', 'Europe/Berlin', true],
  ['posix/Europe/Berlin', 'Europe/Berlin', true],
  ['right/Europe/Berlin', 'Europe/Berlin', true],
  [':/usr/share/zoneinfo/Europe/Berlin', 'Europe/Berlin', true],
  ['/nowhere/zoneinfo/posix/Asia/Kolkata', 'Asia/Kolkata', true],
  [':/nowhere/localtime', 'UTC', false],
])('TZ=%j is the zone %s, named: %s', (text, zone, isNamed) => {
  vi.stubEnv('TZ', text);
  expect(computerZone()).toEqual({ zone, isNamed });
  expect(isTimeZone(zone)).toBe(true);
});

test('a link to the file of a zone names it', () => {
  const zone = path.join(folder, 'zoneinfo', 'America', 'Bogota');
  mkdirSync(path.dirname(zone), { recursive: true });
  writeFileSync(zone, '');
  const link = path.join(folder, 'localtime');
  symlinkSync(zone, link);
  vi.stubEnv('TZ', `:${link}`);
  expect(computerZone()).toEqual({ zone: 'America/Bogota', isNamed: true });
});
