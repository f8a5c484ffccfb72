import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { defaultSettings } from '#shared/domain/settings';
import type { FleetClient } from '#engines/fleet';
import { LiveAlertSettings } from '#features/alerts';
import { createFleetStore, FleetProvider } from '#features/fleet';
import { MapSetting } from '#features/map';
import { sessionMirror, type OpenSession } from '#features/session';
import { AskedSetting, foundSettings, SettingsPage } from '#features/settings';
import { answer, notify } from '../../test/support/window/main';
import { show } from '../../test/support/window/show';

beforeEach(() => {
  answer('settings', { current: () => defaultSettings });
  notify.settings.changed(defaultSettings);
});

const opened: OpenSession = {
  phase: 'open',
  profile: { id: 'a', address: 'https://a.example', userName: 'ana', isDemo: false },
  known: [],
  capabilities: { writesLimits: true, activates: true, takesSubmissions: true },
  submissionMode: 'auto',
  licences: null,
  accountTimeZone: null,
  keyStoredIn: 'keychain',
  copyStoredIn: 'keychain',
  needsKey: null,
  cacheNotice: null,
  notStored: null,
};

test.each([
  ['with a passphrase', 'passphrase'],
  ['without one, where it is set', 'keychain'],
] as const)(
  'each setting that the search finds gets the focus, %s',
  async (_with, copyStoredIn) => {
    sessionMirror.setState({ value: { ...opened, copyStoredIn }, fault: null });
    const client = { subscribe: () => () => {}, labels: async () => [] } as unknown as FleetClient;
    show(
      <FleetProvider value={createFleetStore(client, window.localStorage)}>
        <SettingsPage
          maps={<MapSetting />}
          advanced={['fieldMapping', 'submissionMode'].map((name) => (
            <AskedSetting key={name} name={name}>
              <button type="button">{name}</button>
            </AskedSetting>
          ))}
        >
          <LiveAlertSettings />
        </SettingsPage>
      </FleetProvider>,
    );
    await screen.findByRole('heading', { level: 1 });
    for (const setting of foundSettings) {
      document.querySelector<HTMLElement>(':focus')?.blur();
      act(setting.run);
      expect(document.activeElement, setting.name).not.toBe(document.body);
    }
  },
);
