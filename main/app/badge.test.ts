import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import type { AppEvents } from '#main/account/account-services';
import type { AlertOverview, UrgentAlert } from '#shared/domain/alert';
import { defaultSettings } from '#shared/domain/settings';
import type { Session } from '#shared/domain/session';
import { followCallsForHelp } from './badge';

vi.mock('electron', () => ({ app: {}, nativeImage: {} }));

const account = (id: string) => ({ phase: 'open', profile: { id } }) as Session;
const overview = (...found: UrgentAlert['severity'][]) =>
  ({
    urgent: found.map((severity, at) => ({ deviceId: String(at), severity, at })),
  }) as AlertOverview;

function follow(badgeSos: boolean) {
  const events = new EventEmitter<AppEvents>();
  const shown: number[] = [];
  const settings = { badgeSos };
  const showAgain = followCallsForHelp(
    events,
    () => settings,
    (count) => shown.push(count),
  );
  events.emit('session', account('a'));
  return {
    events,
    shown,
    showAgain,
    turn: (isOn: boolean) => {
      settings.badgeSos = isOn;
      events.emit('settings', { ...defaultSettings, badgeSos: isOn });
    },
  };
}

test('the badge counts calls for help, and no other alert', () => {
  const { events, shown } = follow(true);
  events.emit('alertOverview', overview('sos', 'critical', 'sos'));
  events.emit('alertOverview', overview('sos', 'sos', 'critical', 'critical'));
  events.emit('alertOverview', overview('critical'));
  expect(shown).toEqual([2, 0]);
});

test('it is there when it is turned on, and goes when it is turned off', () => {
  const { events, shown, turn } = follow(false);
  events.emit('alertOverview', overview('sos'));
  expect(shown).toEqual([]);
  turn(true);
  turn(false);
  expect(shown).toEqual([1, 0]);
});

test('it goes with its account: locked, left or changed for another', () => {
  const { events, shown } = follow(true);
  events.emit('alertOverview', overview('sos'));
  events.emit('session', account('a'));
  events.emit('session', { phase: 'locked' } as Session);
  events.emit('session', account('a'));
  events.emit('alertOverview', overview('sos', 'sos'));
  events.emit('session', account('b'));
  expect(shown).toEqual([1, 0, 2, 0]);
});

test('another window shows what the one before showed', () => {
  const { events, shown, showAgain, turn } = follow(true);
  events.emit('alertOverview', overview('sos'));
  showAgain();
  turn(false);
  showAgain();
  expect(shown).toEqual([1, 1, 0, 0]);
});
