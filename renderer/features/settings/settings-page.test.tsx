import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openSession } from '#shared/domain/records.test-support';
import { defaultSettings, type Settings } from '#shared/domain/settings';
import { choiceOfSystem } from '#shared/domain/units';
import { FaultError } from '#shared/fault';
import { sessionMirror } from '#features/session';
import { createFormat } from '#lib/format';
import { FormatProvider } from '#lib/use-format';
import { message } from '#shared/i18n/translate';
import { formatIn, languageOf, t } from '../../../test/support/english';
import { answer, notify } from '../../../test/support/window/main';
import { show } from '../../../test/support/window/show';
import { OneSetting } from './setting-fields';
import { SettingsPage } from './settings-page';
import { namedSettings, settingsTable, showSetting } from './settings-table';
import { useChosenFormat } from './store';

/** What other features show. */
const Other = () => <button type="button">other</button>;
const components = {
  mapFiles: Other,
  mapStyleUrl: Other,
  quietHours: Other,
  accounts: Other,
  takeAlong: Other,
  wallViews: Other,
  diagnostics: Other,
  fieldMapping: Other,
  submissionMode: Other,
};
answer('app', {
  info: () => ({
    version: '1.2.0',
    platform: 'other',
    userDataFolder: '',
    computerZone: { zone: 'UTC', isNamed: true },
    presetAddress: null,
    policy: ['allowedMapHosts', 'mapFiles'],
    isSafeMode: false,
  }),
});
const settingsPage = <SettingsPage components={components} />;

let settings: Settings;
let changes: Partial<Settings>[];

beforeEach(() => {
  settings = defaultSettings;
  changes = [];
  answer('settings', {
    current: () => settings,
    change: (change) => {
      changes.push(change);
      settings = { ...settings, ...change };
      notify.settings.changed(settings);
      return settings;
    },
  });
  notify.settings.changed(settings);
  sessionMirror.setState({ value: null, fault: null });
});

const field = (name: string) => screen.getByRole('textbox', { name });

test('a number is saved when its field is left, within the limits of its schema', async () => {
  const { user } = show(<OneSetting name="callsPerMinute" />);
  await user.clear(field(t('settings.calls')));
  await user.type(field(t('settings.calls')), '90{Enter}');
  expect(changes).toEqual([{ callsPerMinute: 90 }]);

  await user.clear(field(t('settings.calls')));
  await user.type(field(t('settings.calls')), '6001');
  expect(screen.getByText(t('settings.number.between', { min: 1, max: 6000 }))).toBeTruthy();
  await user.tab();
  expect(field(t('settings.calls'))).toHaveProperty('value', '90');
  expect(
    screen.getByText(
      t('settings.number.notSaved', {
        problem: message('settings.number.between', { min: 1, max: 6000 }),
        value: 90,
      }),
    ),
  ).toBeTruthy();
  expect(changes).toHaveLength(1);
});

test.each([
  ['callsPerMinute', t('settings.calls'), '1.5', t('settings.number.digits', { digits: 0 })],
  [
    'staleAfterMinutes',
    t('settings.states.stale'),
    '',
    t('settings.number.type', { min: 1, max: 1440 }),
  ],
] as const)('%s, %s, refuses "%s" and says why', async (key, name, typed, why) => {
  const { user } = show(<OneSetting name={key} />);
  await user.clear(field(name));
  if (typed) await user.type(field(name), typed);
  expect(screen.getByText(why)).toBeTruthy();
  await user.keyboard('{Enter}');
  expect(changes).toEqual([]);
});

test.each([
  ['en', '1.9', '31.1'],
  ['de', '1,9', '31,1'],
  ['es', '1,9', '31.1'],
] as const)(
  'a speed is shown and typed in the unit of the settings, in %s',
  async (tag, shown, typed) => {
    const { options } = formatIn(languageOf({ language: tag }));
    const format = createFormat({ ...options, ...choiceOfSystem('imperial') });
    const { user } = show(
      <FormatProvider value={format}>
        <OneSetting name="movingAboveKmh" />
      </FormatProvider>,
    );
    const name = format.t('settings.states.moving', { unit: format.unitName('mph') });
    expect(field(name)).toHaveProperty('value', shown);
    await user.clear(field(name));
    await user.type(field(name), `${typed}{Enter}`);
    // The limit of 50 km/h, also where its text is rounded up.
    expect(changes).toEqual([{ movingAboveKmh: 50 }]);
  },
);

test('the clock and the first day of the week are chosen, the days named in the language', async () => {
  const { user } = show(settingsPage);
  const choices = (name: string) => within(screen.getByRole('radiogroup', { name }));
  await user.click(
    choices(t('settings.clock')).getByRole('radio', { name: t('settings.clock.h12') }),
  );
  await user.click(choices(t('settings.firstDay')).getByRole('radio', { name: 'Saturday' }));
  expect(changes).toEqual([{ clock: 'h12' }, { firstDay: 'sat' }]);
});

test('coordinates are written as chosen', async () => {
  function Window() {
    const format = useChosenFormat();
    return (
      <FormatProvider value={format}>
        {settingsPage}
        <p>{format.coordinates(45.815, -15.9819)}</p>
      </FormatProvider>
    );
  }
  const { user } = show(<Window />);
  expect(screen.getByText('45.81500, -15.98190')).toBeTruthy();
  const style = screen.getByRole('combobox', { name: t('settings.coordinates') });
  await user.selectOptions(style, 'ddm');
  expect(changes).toEqual([{ coordinateStyle: 'ddm' }]);
  expect(screen.getByText('45° 48.900′ N 15° 58.914′ W')).toBeTruthy();
});

test('the units change together, and one of them alone', async () => {
  const { user } = show(settingsPage);
  await user.click(screen.getByRole('radio', { name: t('settings.units.imperial') }));
  expect(changes.at(-1)).toMatchObject({ unitSystem: 'imperial', speedUnit: 'mph' });
  await user.selectOptions(screen.getByRole('combobox', { name: t('settings.speeds') }), 'kn');
  expect(changes.at(-1)).toEqual({ unitSystem: 'imperial', speedUnit: 'kn' });
});

test('each warning before an expiry has its own switch, also one that was set elsewhere', async () => {
  notify.settings.changed({ ...defaultSettings, expiryWarningDays: [90, 7] });
  const { user } = show(settingsPage);
  const days = (count: number) =>
    screen.getByRole('checkbox', { name: t('settings.expiry.threshold', { days: count }) });
  expect(days(90)).toHaveProperty('checked', true);
  expect(days(30)).toHaveProperty('checked', false);
  await user.click(days(30));
  await user.click(days(90));
  expect(changes).toEqual([{ expiryWarningDays: [90, 7, 30] }, { expiryWarningDays: [7, 30] }]);
});

test('a change that main refuses is said in its section', async () => {
  answer('settings', {
    change: () => {
      throw new FaultError({ kind: 'bug', reference: '1' });
    },
  });
  const { user } = show(settingsPage);
  await user.click(screen.getByRole('switch', { name: new RegExp(t('settings.battery')) }));
  const network = screen.getByRole('region', { name: t('settings.network') });
  expect(await within(network).findByRole('alert')).toBeTruthy();
});

test('an update that is ready offers to restart, and one that waits says for what', async () => {
  show(settingsPage);
  notify.updates.changed({ phase: 'staged', version: '2.0.0', waitsFor: 'Unsaved work.' });
  expect(await screen.findByRole('button', { name: t('settings.updates.install') })).toBeTruthy();
  expect(screen.getByText(/Unsaved work\./)).toBeTruthy();
});

test('the list of sections names those that are shown, and goes to them', async () => {
  const { user } = show(settingsPage);
  const list = screen.getByRole('navigation', { name: t('settings.sections') });
  const names = () =>
    within(list)
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  const headings = () =>
    screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(names()).toEqual(headings());
  expect(names()).not.toContain(t('settings.data'));
  await user.click(within(list).getByRole('button', { name: t('map.settings') }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: t('map.settings') }));
  await user.click(screen.getByRole('radio', { name: t('settings.advanced') }));
  expect(names()).toEqual(headings());
  expect(names()[0]).toBe(t('settings.data'));
});

test('the search finds settings of every section by all that is written about them', async () => {
  const { user } = show(settingsPage);
  const search = screen.getByRole('searchbox', { name: t('settings.search') });
  const sections = () =>
    screen.queryAllByRole('region').map((each) => each.getAttribute('aria-label'));
  // By an option, and by other words for it.
  await user.type(search, 'nautical');
  expect(sections()).toEqual([t('settings.unitsAndTimes')]);
  await user.clear(search);
  await user.type(search, 'JSON raw');
  expect(sections()).toEqual([t('settings.data')]);
  expect(screen.getAllByRole('switch')).toHaveLength(1);
  // By the name of a section, with what belongs to it.
  await user.clear(search);
  await user.type(search, t('settings.network').toLowerCase());
  const network = screen.getByRole('region', { name: t('settings.network') });
  expect(within(network).getAllByRole('textbox')).toHaveLength(2);
  await user.clear(search);
  await user.type(search, 'zeppelin');
  expect(sections()).toEqual([]);
  expect(screen.getByText(t('settings.search.none', { search: 'zeppelin' }))).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(sections()[0]).toBe(t('settings.appearance'));
});

const opened = openSession();

test.each([
  ['with a passphrase', { ...opened, copyStoredIn: 'passphrase' }],
  ['without one, where it is set', opened],
  ['of the demo', { ...opened, profile: { ...opened.profile, isDemo: true } }],
] as const)('each setting that Ctrl+K finds gets the focus, %s', async (_of, session) => {
  sessionMirror.setState({ value: session, fault: null });
  // There is no other account.
  show(<SettingsPage components={{ ...components, accounts: () => null }} />);
  const found = namedSettings(session);
  expect(found.some(({ key }) => key === 'passphrase')).toBe(!session.profile.isDemo);
  for (const { key, name } of found) {
    document.querySelector<HTMLElement>(':focus')?.blur();
    act(() => showSetting(key));
    expect(document.activeElement, name).not.toBe(document.body);
  }
});

test('no two settings of the page have the same name', () => {
  const keys = settingsTable.flatMap(({ settings: of }) => of.map(({ key }) => key));
  expect(new Set(keys).size).toBe(keys.length);
});

test('what differs from its default is listed, and is reset there', async () => {
  notify.settings.changed({ ...defaultSettings, clock: 'h12', expiryWarningDays: [1, 7, 30, 60] });
  const { user } = show(settingsPage);
  await user.click(screen.getByRole('radio', { name: t('settings.changed') }));
  const groups = () => screen.getAllByRole('region').map((each) => each.getAttribute('aria-label'));
  expect(groups()).toEqual([t('settings.unitsAndTimes')]);
  const reset = screen.getByRole('button', {
    name: t('settings.reset.named', {
      setting: t('settings.clock'),
      value: t('settings.clock.system'),
    }),
  });
  settings = { ...defaultSettings, clock: 'h12' };
  await user.click(reset);
  expect(changes).toEqual([{ clock: 'system' }]);
  // It stays in the list, where it can be changed again.
  expect(groups()).toEqual([t('settings.unitsAndTimes')]);
  expect(screen.queryByRole('button', { name: /^Reset/ })).toBeNull();
});

test('the defaults of single units are those of the chosen system', async () => {
  notify.settings.changed({ ...defaultSettings, ...choiceOfSystem('imperial') });
  const { user } = show(settingsPage);
  await user.click(screen.getByRole('radio', { name: t('settings.changed') }));
  expect(screen.getAllByRole('button', { name: /^Reset/ })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: /^Reset/ }));
  expect(changes).toEqual([choiceOfSystem('metric')]);
});

test('what an administrator has decided stands with the setting that it is about', async () => {
  show(settingsPage);
  const maps = within(screen.getByRole('region', { name: t('map.settings') }));
  expect(await maps.findByText(t('settings.policy.allowedMapHosts'))).toBeTruthy();
  expect(maps.getByText(t('settings.policy.mapFiles'))).toBeTruthy();
  expect(screen.queryByText(t('settings.policy.allowedServiceHosts'))).toBeNull();
});

test('an administrator who turned updates off is named, and the switch is locked', async () => {
  show(settingsPage);
  notify.updates.changed({ phase: 'off', why: 'policy' });
  expect(await screen.findByText(t('settings.updates.off.policy'))).toBeTruthy();
  expect(
    screen.getByRole('switch', { name: new RegExp(t('settings.updates.check')) }),
  ).toHaveProperty('disabled', true);
});

test.each([
  [true, 'settings.desktop.tray.help'],
  [false, 'settings.desktop.tray.none'],
] as const)(
  'closing can keep Waypost running only where its icon is shown: %s',
  async (hasTray, help) => {
    answer('app', { hasTray: () => hasTray });
    const { user } = show(settingsPage);
    expect(await screen.findByText(t(help))).toBeTruthy();
    await user.click(
      screen.getByRole('switch', { name: new RegExp(`^${t('settings.desktop.tray')}`) }),
    );
    expect(changes).toEqual(hasTray ? [{ closeToTray: true }] : []);
  },
);
