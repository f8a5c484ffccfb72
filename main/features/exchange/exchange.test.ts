import { expect, test } from 'vitest';
import { defaultSettings } from '#shared/domain/settings';
import { fail } from '#shared/fault';
import { createExchange } from './exchange';
import type { ExchangedAccount } from './exchanged-account';

function setup(isListed: boolean) {
  const asked: string[] = [];
  const none = { items: [], asOf: null, fault: null };
  const account: ExchangedAccount = {
    fleet: {
      isListed: () => isListed,
      devices: () => [],
      details: () => fail({ kind: 'notFound' }),
    },
    users: { current: () => none },
    groups: { current: () => none },
    records: { journal: { get: () => null, list: () => ({ entries: [], total: 0 }) } },
    notes: { all: () => [] },
    jobs: {
      planInChunks: () => fail({ kind: 'notFound' }),
      list: () => [],
      remove: () => undefined,
    },
    facts: () => ({ accountTimeZone: null }),
    fieldMapping: { state: () => fail({ kind: 'notFound' }) },
    countries: () => Promise.resolve({}),
    timeZones: () => Promise.resolve({}),
  };
  const exchange = createExchange({
    account: () => account,
    profile: () => null,
    settings: () => defaultSettings,
    changeSettings: () => undefined,
    now: () => 0,
    computerTimeZone: () => 'UTC',
    pickSaveFile: (name) => {
      asked.push(name);
      return Promise.resolve(null);
    },
    pickOpenFile: () => Promise.resolve(null),
    work: {
      planImport: () => Promise.resolve(null),
      wrongRows: () => Promise.resolve(null),
      importProgress: () => null,
      cancelImport: () => undefined,
    },
  });
  const saved = () =>
    exchange.exportTable({ what: 'devices', format: 'csv', ids: null, filter: '' });
  return { asked, saved };
}

test('devices are not exported as "none" if their list was never received', async () => {
  const { asked, saved } = setup(false);
  await expect(saved()).rejects.toMatchObject({
    fault: { kind: 'declined', message: 'The list of devices was not loaded.' },
  });
  expect(asked).toEqual([]);
});

test('an empty list that was received is exported', async () => {
  const { asked, saved } = setup(true);
  await expect(saved()).resolves.toBeNull();
  expect(asked).toEqual(['Waypost devices 1970-01-01.csv']);
});
