import { english, t } from '../support/english';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createExchange } from '../../main/features/exchange/exchange';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import type { SessionFeature } from '../../main/session/session';
import { noteDraftKey } from '../../shared/domain/device';
import { defaultSettings } from '../../shared/domain/settings';
import { filesBelow } from '../support/app';
import { cleanUp, startTestService, temporaryFolder } from '../support/resources';
import { openSession } from '../support/session';

afterEach(cleanUp);

/** The text of a device table that the user exports. */
async function exported(session: SessionFeature, withNotes: boolean): Promise<string> {
  const file = path.join(temporaryFolder(), 'devices.csv');
  const exchange = createExchange({
    account: () => session.account(),
    profile: () => null,
    settings: () => defaultSettings,
    changeSettings: () => undefined,
    language: () => english,
    t,
    now: Date.now,
    computerTimeZone: () => 'UTC',
    pickSaveFile: () => Promise.resolve(file),
    written: () => 'id',
    pickOpenFile: () => Promise.resolve(null),
    work: {
      planImport: () => Promise.resolve(null),
      wrongRows: () => Promise.resolve(null),
      importProgress: () => null,
      cancelImport: () => undefined,
    },
  });
  await exchange.exportTable({ what: 'devices', format: 'csv', ids: null, filter: '', withNotes });
  return readFileSync(file, 'utf8');
}

test('notes survive a restart, are exported only on request, and are deleted with the account', async () => {
  const running = await startTestService();
  const folder = temporaryFolder();
  const keychain = memoryKeychain();
  const first = openSession(folder, keychain);
  const account = { address: running.url, userName: running.userName };
  await first.connect({ ...account, apiKey: running.apiKey });
  await vi.waitFor(() => expect(first.account().fleet.isListed()).toBe(true), { timeout: 15_000 });
  const [deviceId = '', otherId = ''] = first.account().fleet.ids();
  const text = 'Left door is stuck';
  const draft = (id: string) => ({
    key: noteDraftKey(id),
    kind: 'note' as const,
    label: 'Van',
    base: { text: '' },
    edit: { text: 'Spare k' },
  });
  first.account().records.drafts.put(draft(deviceId));
  first.account().records.drafts.put(draft(otherId));
  expect(first.account().notes.put({ deviceId, text })).toMatchObject({ deviceId, text });
  await first.close();
  expect(filesBelow(folder).filter(({ bytes }) => bytes.includes(text))).toEqual([]);

  const later = openSession(folder, keychain);
  await later.restore();
  await vi.waitFor(() => expect(later.current().phase).toBe('open'));
  expect(later.account().notes.all()).toMatchObject([{ deviceId, text }]);
  expect(later.account().records.drafts.all()).toMatchObject([
    { key: noteDraftKey(deviceId), edit: { text: 'Spare k' } },
    { key: noteDraftKey(otherId), edit: { text: 'Spare k' } },
  ]);
  expect(await exported(later, false)).not.toContain(text);
  expect(await exported(later, true)).toContain(text);

  await later.disconnect(true);
  expect(filesBelow(path.join(folder, 'cache'))).toEqual([]);
  await later.connect({ ...account, apiKey: running.apiKey });
  expect(later.account().notes.all()).toEqual([]);
});
