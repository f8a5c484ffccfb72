import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FaultError } from '#shared/fault';
import { defaultSettings } from '#shared/domain/settings';
import { openSettings } from './settings';

const file = () => path.join(mkdtempSync(path.join(os.tmpdir(), 'waypost-')), 'settings.json');

test('notifies of a change and restores it after a restart', () => {
  const at = file();
  const heard: string[] = [];
  openSettings(at, (s) => heard.push(s.theme)).change({ theme: 'dark' });
  expect(heard).toEqual(['dark']);
  expect(openSettings(at, () => {}).current()).toEqual({ ...defaultSettings, theme: 'dark' });
});

test('falls back to the default for each invalid value', () => {
  const at = file();
  writeFileSync(at, JSON.stringify({ theme: 'purple', callsPerMinute: 30 }));
  expect(openSettings(at, () => {}).current()).toEqual({ ...defaultSettings, callsPerMinute: 30 });
});

test('rejects a map style over plain http without writing', () => {
  const at = file();
  const store = openSettings(at, () => expect.fail('nothing changed'));
  expect(() => store.change({ mapStyleUrl: 'http://tiles.example/style.json' })).toThrow(
    FaultError,
  );
  expect(() => readFileSync(at)).toThrow();
  expect(store.current()).toEqual(defaultSettings);
});

test('keeps the current settings if the change cannot be stored', () => {
  const inTheWay = file();
  writeFileSync(inTheWay, '');
  const store = openSettings(path.join(inTheWay, 'settings.json'), () =>
    expect.fail('nothing changed'),
  );
  expect(() => store.change({ theme: 'dark', callsPerMinute: 90 })).toThrow(FaultError);
  expect(store.current()).toEqual(defaultSettings);
});
