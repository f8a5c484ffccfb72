import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { defaultSettings, type Settings } from '#shared/domain/settings';
import { choiceOfSystem } from '#shared/domain/units';
import { FaultError } from '#shared/fault';
import { createFormat } from '#lib/format';
import { FormatProvider } from '#lib/use-format';
import { message } from '#shared/i18n/translate';
import { languageOf, t } from '../../../test/support/english';
import { answer, notify } from '../../../test/support/window/main';
import { show } from '../../../test/support/window/show';
import { SettingsSection, type Setting } from './setting-fields';
import { SettingsPage } from './settings-page';
import { useChosenFormat } from './store';

const numbers: Setting[] = [
  { kind: 'number', key: 'callsPerMinute', label: 'settings.calls' },
  { kind: 'number', key: 'staleAfterMinutes', label: 'settings.states.stale' },
];

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
});

const field = (name: string) => screen.getByRole('textbox', { name });

test('a number is saved when its field is left, within the limits of its schema', async () => {
  const { user } = show(<SettingsSection title="Numbers" settings={numbers} />);
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
  [t('settings.calls'), '1.5', t('settings.number.digits', { digits: 0 })],
  [t('settings.calls'), '-', t('settings.number.type', { min: 1, max: 6000 })],
  [t('settings.states.stale'), '2.55', t('settings.number.digits', { digits: 1 })],
  [t('settings.states.stale'), '', t('settings.number.type', { min: 1, max: 1440 })],
])('%s refuses "%s" and says why', async (name, typed, why) => {
  const { user } = show(<SettingsSection title="Numbers" settings={numbers} />);
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
    const speed: Setting = {
      kind: 'speed',
      key: 'movingAboveKmh',
      label: (unit) => message('settings.states.moving', { unit }),
      description: 'settings.states.moving.help',
    };
    const format = createFormat({
      language: languageOf({ language: tag }),
      timeZone: 'UTC',
      serviceSpeedUnit: 'm/s',
      ...choiceOfSystem('imperial'),
    });
    const { user } = show(
      <FormatProvider value={format}>
        <SettingsSection title="Speeds" settings={[speed]} />
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
  const { user } = show(<SettingsPage maps={null} />);
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
        <SettingsPage maps={null} />
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
  const { user } = show(<SettingsPage maps={null} />);
  await user.click(screen.getByRole('radio', { name: t('settings.units.imperial') }));
  expect(changes.at(-1)).toMatchObject({ unitSystem: 'imperial', speedUnit: 'mph' });
  await user.selectOptions(screen.getByRole('combobox', { name: t('settings.speeds') }), 'kn');
  expect(changes.at(-1)).toEqual({ unitSystem: 'imperial', speedUnit: 'kn' });
});

test('each warning before an expiry has its own switch, also one that was set elsewhere', async () => {
  notify.settings.changed({ ...defaultSettings, expiryWarningDays: [90, 7] });
  const { user } = show(<SettingsPage maps={null} />);
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
  const { user } = show(<SettingsPage maps={null} />);
  await user.click(screen.getByRole('switch', { name: new RegExp(t('settings.battery')) }));
  const network = screen.getByRole('region', { name: t('settings.network') });
  expect(await within(network).findByRole('alert')).toBeTruthy();
});

test('an update that is ready offers to restart, and one that waits says for what', async () => {
  show(<SettingsPage maps={null} />);
  notify.updates.changed({ phase: 'staged', version: '2.0.0', waitsFor: 'Unsaved work.' });
  expect(await screen.findByRole('button', { name: t('settings.updates.install') })).toBeTruthy();
  expect(screen.getByText(/Unsaved work\./)).toBeTruthy();
});

test('the index names every section, also one that comes later, and goes to it', async () => {
  const { user, rerender } = show(<SettingsPage maps={null} />);
  const index = screen.getByRole('navigation', { name: t('settings.sections') });
  const names = () =>
    within(index)
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  expect(names().slice(0, 2)).toEqual([t('settings.appearance'), t('settings.unitsAndTimes')]);
  rerender(<SettingsPage maps={<SettingsSection title="Maps" settings={[]} />} />);
  await user.click(await within(index).findByRole('button', { name: 'Maps' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Maps' }));
  expect(names().slice(0, 2)).toEqual([t('settings.appearance'), 'Maps']);
});

test('what differs from its default is listed, and is reset there', async () => {
  notify.settings.changed({ ...defaultSettings, clock: 'h12', expiryWarningDays: [1, 7, 30, 60] });
  const { user } = show(<SettingsPage maps={null} />);
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
  const { user } = show(<SettingsPage maps={null} />);
  await user.click(screen.getByRole('radio', { name: t('settings.changed') }));
  expect(screen.getAllByRole('button', { name: /^Reset/ })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: /^Reset/ }));
  expect(changes).toEqual([choiceOfSystem('metric')]);
});

test('an administrator who turned updates off is named, and the switch is locked', async () => {
  show(<SettingsPage maps={null} />);
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
    const { user } = show(<SettingsPage maps={null} />);
    expect(await screen.findByText(t(help))).toBeTruthy();
    await user.click(
      screen.getByRole('switch', { name: new RegExp(`^${t('settings.desktop.tray')}`) }),
    );
    expect(changes).toEqual(hasTray ? [{ closeToTray: true }] : []);
  },
);
