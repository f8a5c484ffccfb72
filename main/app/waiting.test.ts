import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { AppEvents } from '#main/account/account-services';
import type { AlertOverview, UrgentAlert } from '#shared/domain/alert';
import type { Session } from '#shared/domain/session';
import { followWaiting } from './waiting';

const account = (id: string) => ({ phase: 'open', profile: { id } }) as Session;
const locked = { phase: 'locked' } as Session;
const overview = (unacknowledged: number, ...found: UrgentAlert['severity'][]) =>
  ({
    unacknowledged,
    urgent: found.map((severity, at) => ({ deviceId: String(at), severity, at })),
  }) as AlertOverview;

test('counts calls for help, and all alerts, of the open account', () => {
  const events = new EventEmitter<AppEvents>();
  const seen: unknown[] = [];
  const waiting = followWaiting(events, () => seen.push(waiting()));
  expect(waiting()).toBeNull();
  events.emit('session', account('a'));
  events.emit('alertOverview', overview(3, 'sos', 'critical', 'sos'));
  events.emit('alertOverview', overview(1, 'critical'));
  expect(seen).toEqual([
    { sos: 0, alerts: 0 },
    { sos: 2, alerts: 3 },
    { sos: 0, alerts: 1 },
  ]);
});

test('forgets them with their account: locked, left or changed for another', () => {
  const events = new EventEmitter<AppEvents>();
  const seen: unknown[] = [];
  const waiting = followWaiting(events, () => seen.push(waiting()?.sos ?? null));
  events.emit('session', account('a'));
  events.emit('alertOverview', overview(1, 'sos'));
  events.emit('session', account('a'));
  events.emit('session', locked);
  events.emit('session', account('a'));
  events.emit('alertOverview', overview(2, 'sos', 'sos'));
  events.emit('session', account('b'));
  expect(seen).toEqual([0, 1, null, 0, 2, 0]);
});
