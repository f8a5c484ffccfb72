import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AppEvents } from '#main/account/account-services';
import type { AlertOverview } from '#shared/domain/alert';
import { defaultSettings } from '#shared/domain/settings';
import type { Session } from '#shared/domain/session';
import { t } from '../../test/support/english';
import { openTray } from './tray';

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
  const world = { states: null as { moving: number; silent: number } | null };
  const done = {
    openWindow: vi.fn<() => void>(),
    openAlerts: vi.fn<() => void>(),
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
    countStates: () => world.states,
    hasTray: asked,
  });
  const turn = (isOn: boolean) => {
    settings.closeToTray = isOn;
    events.emit('settings', { ...defaultSettings, closeToTray: isOn });
  };
  return { ...done, events, tray, turn, asked, world };
}
const labels = () => trays.at(-1)!.menu.flatMap(({ label }) => label ?? []);
const account = { phase: 'open', profile: { id: 'a' } } as Session;

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
  const { tray, events, world, openWindow, openAlerts } = open(true);
  expect(await tray.shows()).toBe(true);
  expect(labels()).toEqual(['Open Waypost', 'Quit Waypost']);
  world.states = { moving: 12, silent: 1 };
  events.emit('session', account);
  events.emit('alertOverview', {
    unacknowledged: 3,
    urgent: [{ deviceId: '1', severity: 'sos', at: 1 }],
  } as AlertOverview);
  const rest = ['Lock now', 'Quit Waypost'];
  const alerts = ['1 device calls for help (SOS)', '3 alerts are not acknowledged'];
  expect(labels()).toEqual(['Open Waypost', ...alerts, '12 moving, 1 silent', ...rest]);
  trays[0]!.menu.find(({ label }) => label === alerts[1])!.click!();
  expect(openAlerts).toHaveBeenCalledOnce();
  // Counted again as positions come, and set only when it changed, because that closes the menu.
  const { menu } = trays[0]!;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(trays[0]!.menu).toBe(menu);
  world.states = { moving: 11, silent: 2 };
  await vi.advanceTimersByTimeAsync(30_000);
  expect(labels()).toContain('11 moving, 2 silent');

  world.states = null;
  events.emit('session', { phase: 'locked' } as Session);
  expect(labels()).toEqual(['Open Waypost', 'Quit Waypost']);
  trays[0]!.menu[0]!.click!();
  expect(openWindow).toHaveBeenCalledOnce();
});
