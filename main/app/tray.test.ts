import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AppEvents } from '#main/account/account-services';
import { defaultSettings } from '#shared/domain/settings';
import { t } from '../../test/support/english';
import { openTray, type TrayAccount } from './tray';

type Shown = { label?: string; click?: () => void }[];
const trays: { menu: Shown; isGone: boolean }[] = [];
vi.mock('electron', () => ({
  Menu: { buildFromTemplate: (items: Shown) => items },
  nativeImage: { createFromPath: () => ({ resize: () => null }) },
  Tray: class {
    menu: Shown = [];
    isGone = false;
    constructor() {
      trays.push(this);
    }
    setContextMenu(menu: Shown) {
      this.menu = menu;
    }
    setToolTip() {}
    on() {}
    destroy() {
      this.isGone = true;
    }
  },
}));

beforeEach(() => void trays.splice(0));
afterEach(() => void vi.useRealTimers());

function open(closeToTray: boolean, hasTray = true) {
  const events = new EventEmitter<AppEvents>();
  const settings = { closeToTray };
  const accounts: TrayAccount[] = [];
  const done = {
    openWindow: vi.fn<() => void>(),
    lockNow: vi.fn<() => void>(),
    quit: vi.fn<() => void>(),
  };
  const asked = vi.fn<() => Promise<boolean>>(async () => hasTray);
  const tray = openTray({
    ...done,
    events,
    settings: () => settings,
    t,
    icons: 'icons',
    accounts: () => accounts,
    hasTray: asked,
  });
  const turn = (isOn: boolean) => {
    settings.closeToTray = isOn;
    events.emit('settings', { ...defaultSettings, closeToTray: isOn });
  };
  return { ...done, tray, turn, asked, accounts };
}
const labels = () => trays.at(-1)!.menu.flatMap(({ label }) => label ?? []);
const click = (label: string) => trays.at(-1)!.menu.find((item) => item.label === label)!.click!();
const account = (name: string | null, waiting = { sos: 0, alerts: 0 }) => ({
  name,
  waiting,
  states: { moving: 12, silent: 1 },
  open: vi.fn<TrayAccount['open']>(),
});

test('closing quits as long as the setting is off, and the desktop is not asked', () => {
  const { tray, asked } = open(false);
  expect(tray.keepsRunning()).toBe(false);
  expect(asked).not.toHaveBeenCalled();
});

test('closing quits where the desktop shows no icons of programs', async () => {
  const { tray, asked } = open(true, false);
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  await Promise.resolve();
  expect(tray.keepsRunning()).toBe(false);
  expect(trays).toEqual([]);
});

test('the icon comes when the desktop shows icons later than it starts Waypost', async () => {
  vi.useFakeTimers();
  const { tray, asked } = open(true, false);
  const shows = tray.shows();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveBeenCalledTimes(3);
  asked.mockResolvedValue(true);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await shows).toBe(true);
  expect(trays).toHaveLength(1);
});

test('the icon is given up a minute later, and not waited for once it is turned off', async () => {
  vi.useFakeTimers();
  const never = open(true, false);
  const shows = never.tray.shows();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await shows).toBe(false);
  expect(never.asked).toHaveBeenCalledTimes(12);

  const { tray, asked, turn } = open(true, false);
  await vi.advanceTimersByTimeAsync(0);
  turn(false);
  asked.mockResolvedValue(true);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(tray.keepsRunning()).toBe(false);
  expect(trays).toEqual([]);
});

test('there is one icon while the setting is on, and none when Waypost quits', async () => {
  const { tray, turn } = open(false);
  turn(true);
  turn(true);
  await vi.waitFor(() => expect(tray.keepsRunning()).toBe(true));
  expect(trays).toHaveLength(1);
  turn(false);
  expect(tray.keepsRunning()).toBe(false);
  expect(trays[0]!.isGone).toBe(true);
  turn(true);
  await vi.waitFor(() => expect(tray.keepsRunning()).toBe(true));
  tray.remove();
  expect(tray.keepsRunning()).toBe(false);
  expect(trays.map(({ isGone }) => isGone)).toEqual([true, true]);
});

test('the menu says what waits in the open account and what its devices do, and nothing of a locked one', async () => {
  vi.useFakeTimers();
  const { tray, accounts, openWindow } = open(true);
  expect(await tray.shows()).toBe(true);
  expect(labels()).toEqual(['Open Waypost', 'Quit Waypost']);
  const fleet = account(null, { sos: 1, alerts: 3 });
  accounts.push(fleet);
  tray.update();
  const rest = ['Lock now', 'Quit Waypost'];
  const alerts = ['1 device calls for help (SOS)', '3 alerts are not acknowledged'];
  expect(labels()).toEqual(['Open Waypost', ...alerts, '12 moving', '1 silent', ...rest]);
  click(alerts[1]!);
  expect(fleet.open).toHaveBeenCalledExactlyOnceWith({ kind: 'page', id: 'alerts' });
  click('1 silent');
  expect(fleet.open).toHaveBeenLastCalledWith({ kind: 'state', id: 'silent' });
  // Counted again as positions come, and set only when it changed, because that closes the menu.
  const { menu } = trays[0]!;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(trays[0]!.menu).toBe(menu);
  fleet.states = { moving: 11, silent: 2 };
  await vi.advanceTimersByTimeAsync(30_000);
  expect(labels()).toEqual(expect.arrayContaining(['11 moving', '2 silent']));

  accounts.pop();
  tray.update();
  expect(labels()).toEqual(['Open Waypost', 'Quit Waypost']);
  click('Open Waypost');
  expect(openWindow).toHaveBeenCalledOnce();
});

test('each of several open accounts is named and opens its own windows', async () => {
  const { tray, accounts } = open(true);
  expect(await tray.shows()).toBe(true);
  const [north, south] = [account('North'), account('South', { sos: 2, alerts: 2 })];
  accounts.push(north, south);
  tray.update();
  const calls = '2 devices call for help (SOS)';
  expect(labels().slice(1, -2)).toEqual([
    'North',
    '12 moving',
    '1 silent',
    'South',
    calls,
    '2 alerts are not acknowledged',
    '12 moving',
    '1 silent',
  ]);
  click(calls);
  expect(south.open).toHaveBeenCalledOnce();
  expect(north.open).not.toHaveBeenCalled();
});
