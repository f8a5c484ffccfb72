import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dayMs,
  isQuiet,
  evaluate,
  conditionsOf,
  type Condition,
  type NotificationMemory,
  type Watched,
} from './alert-rules';
import { defaultSettings } from './settings';

const now = Date.UTC(2026, 5, 1, 12);
const minute = 60_000;
const calm: Watched = {
  id: 'd',
  fixAt: now - minute,
  checkedAt: now,
  frozenSince: null,
  battery: 80,
  hasCriticalAlert: false,
  alerts: [],
  warnings: [],
  quotas: [],
};
const kinds = (device: Partial<Watched>, rules = {}, memory: NotificationMemory = {}) =>
  conditionsOf({ ...calm, ...device }, { ...defaultSettings, ...rules }, memory, now).map(
    ({ kind }) => kind,
  );

describe('conditions', () => {
  test('a healthy device has none', () => {
    expect(kinds({})).toEqual([]);
    expect(kinds({ fixAt: null, checkedAt: null, battery: null })).toEqual([]);
  });

  test('lists alerts by name, once each, and an unnamed critical alert', () => {
    expect(kinds({ alerts: ['SOSButton', 'SpeedLimit', 'SOSButton'] })).toEqual([
      'alert:SOSButton',
      'alert:SpeedLimit',
    ]);
    expect(kinds({ hasCriticalAlert: true })).toEqual(['critical']);
    expect(kinds({ alerts: ['SpeedLimit'] }, { notifyAlerts: 'critical' })).toEqual([]);
    expect(
      kinds({ alerts: ['SpeedLimit'], hasCriticalAlert: true }, { notifyAlerts: 'critical' }),
    ).toEqual(['alert:SpeedLimit']);
    expect(
      kinds({ alerts: ['SpeedLimit'], hasCriticalAlert: true }, { notifyAlerts: 'off' }),
    ).toEqual([]);
    const old = now - 2 * dayMs;
    expect(kinds({ alerts: ['SOSButton'], fixAt: old, checkedAt: old })).toEqual([]);
    expect(kinds({ warnings: ['Tow'] })).toEqual([]);
    expect(kinds({ warnings: ['Tow'] }, { notifyWarnings: true })).toEqual(['warning:Tow']);
  });

  test('a device is silent only if its position was requested since', () => {
    const silent = { fixAt: now - 25 * 60 * minute };
    expect(kinds(silent)).toEqual(['silent']);
    expect(kinds({ ...silent, checkedAt: silent.fixAt + minute })).toEqual([]);
    expect(kinds({ fixAt: now - 30 * dayMs })).toEqual([]);
    expect(kinds(silent, { notifySilentHours: null })).toEqual([]);
  });

  test('a low battery stays one condition until well above the threshold', () => {
    const low: NotificationMemory = { battery: { key: 'low', toldAt: now, coolDownMs: 1 } };
    expect(kinds({ battery: 14 })).toEqual(['battery']);
    expect(kinds({ battery: 17 })).toEqual([]);
    expect(kinds({ battery: 17 }, {}, low)).toEqual(['battery']);
    expect(kinds({ battery: 20 }, {}, low)).toEqual([]);
    expect(kinds({ battery: 0 }, { notifyBatteryBelow: null })).toEqual([]);
  });

  test('detects a frozen position and message quotas running out', () => {
    expect(kinds({ frozenSince: now - 62 * minute })).toEqual(['frozen']);
    expect(kinds({ frozenSince: now - 60 * minute })).toEqual([]);
    // No report since: it may have moved.
    const frozenSince = now - 90 * minute;
    expect(kinds({ frozenSince, fixAt: frozenSince + minute })).toEqual([]);
    const quota = (share: number) => ({
      quotas: [{ counter: 'email', share, day: '2026-06-01' } as const],
    });
    expect(kinds(quota(0.89))).toEqual([]);
    expect(kinds(quota(0.9))).toEqual(['quota:email']);
    expect(kinds({ frozenSince: 0 }, { notifyFrozenMinutes: null })).toEqual([]);
    expect(kinds(quota(2), { notifyQuotaPercent: null })).toEqual([]);
  });

  test('applies and shows thresholds with decimals', () => {
    const rules = { ...defaultSettings, notifyFrozenMinutes: 7.5, notifySilentHours: 2.5 };
    const text = (device: Partial<Watched>) =>
      conditionsOf({ ...calm, ...device }, rules, {}, now).map((condition) => condition.text);
    expect(text({ frozenSince: now - 8.6 * minute })[0]).toContain('for more than 7.5 minutes');
    expect(text({ frozenSince: now - 8.4 * minute })).toEqual([]);
    expect(text({ fixAt: now - 151 * minute })).toEqual(['Silent for more than 2.5 hours']);
    expect(text({ fixAt: now - 149 * minute })).toEqual([]);
  });
});

describe('evaluate', () => {
  const condition = (kind: string, key: string): Condition => ({
    deviceId: 'd',
    kind,
    key,
    isCritical: false,
    text: kind,
  });
  /** More than a day of occurrences: minutes since the previous one, and one of three kinds. */
  const course = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 240 }), fc.constantFrom('alert:a', 'alert:b', 'silent')),
    { maxLength: 80 },
  );

  function run(
    steps: readonly (readonly [number, string])[],
    forget = (memory: NotificationMemory) => memory,
  ) {
    let memory: NotificationMemory = {};
    let at = now;
    const notified: { kind: string; key: string; at: number; coolDownMs: number }[] = [];
    steps.forEach(([minutes, kind], i) => {
      at += minutes * minute;
      for (const conditions of [[condition(kind, String(i))], [condition(kind, String(i))]]) {
        const evaluated = evaluate(conditions, forget(memory), defaultSettings, at);
        memory = evaluated.memory;
        for (const each of evaluated.notify) {
          notified.push({ kind, key: each.key, at, coolDownMs: memory[kind]!.coolDownMs });
        }
      }
    });
    return notified;
  }

  test('notifies an occurrence once, never within a cool-down, which at most doubles', () => {
    fc.assert(
      fc.property(course, (steps) => {
        const notified = run(steps);
        expect(new Set(notified.map(({ kind, key }) => `${kind} ${key}`)).size).toBe(
          notified.length,
        );
        for (const kind of ['alert:a', 'alert:b', 'silent']) {
          const ofKind = notified.filter((each) => each.kind === kind);
          ofKind.forEach((each, i) => {
            const before = ofKind[i - 1];
            if (!before) return;
            expect(each.at - before.at).toBeGreaterThanOrEqual(before.coolDownMs);
            const isSoon = each.at - before.at < 2 * before.coolDownMs;
            const doubled = Math.min(dayMs, before.coolDownMs * 2);
            expect(each.coolDownMs).toBe(isSoon ? doubled : 15 * minute);
          });
        }
      }),
    );
  });

  test('notifies the first occurrence of each kind', () => {
    fc.assert(
      fc.property(course, (steps) => {
        const firsts = new Set(steps.map(([, kind]) => kind));
        expect(new Set(run(steps).map(({ kind }) => kind))).toEqual(firsts);
      }),
    );
  });

  test('a restart changes no notifications', () => {
    fc.assert(
      fc.property(course, (steps) => {
        const restarted = run(
          steps,
          (memory) => JSON.parse(JSON.stringify(memory)) as NotificationMemory,
        );
        expect(restarted).toEqual(run(steps));
      }),
    );
  });

  test('notifies a state that ended and returned after the cool-down', () => {
    const notified = (
      memory: NotificationMemory,
      at: number,
      conditions = [condition('battery', 'low')],
    ) => evaluate(conditions, memory, defaultSettings, at);
    const first = notified({}, now);
    expect(first.notify).toHaveLength(1);
    const over = notified(first.memory, now + minute, []);
    const soon = notified(over.memory, now + 2 * minute);
    expect(soon.notify).toEqual([]);
    const overAgain = notified(soon.memory, now + 3 * minute, []);
    expect(notified(overAgain.memory, now + 16 * minute).notify).toHaveLength(1);
  });

  test('notifies a message quota once for each counter and day, whatever the cool-down', () => {
    const rules = { ...defaultSettings, notifyCoolDownMinutes: 24 * 60 };
    const told: string[] = [];
    let memory: NotificationMemory = {};
    const see = (at: number, ...quotas: Watched['quotas']) => {
      const conditions = conditionsOf({ ...calm, quotas }, rules, memory, at);
      const evaluated = evaluate(conditions, memory, rules, at);
      memory = evaluated.memory;
      told.push(...evaluated.notify.map(({ kind, key }) => `${kind} ${key}`));
    };
    const email = (share: number, day: string) => ({ counter: 'email', share, day }) as const;
    see(now, email(0.95, '2026-06-01'));
    see(now + minute, email(1, '2026-06-01'));
    see(now + 2 * minute);
    see(now + 3 * minute, email(1, '2026-06-01'), { ...email(1, '2026-06-01'), counter: 'sms' });
    // The next UTC day begins, but not the account's.
    see(now + 13 * 60 * minute, email(1, '2026-06-01'));
    see(now + 14 * 60 * minute, email(0.9, '2026-06-02'));
    expect(told).toEqual([
      'quota:email 2026-06-01',
      'quota:sms 2026-06-01',
      'quota:email 2026-06-02',
    ]);
  });

  test('forgets conditions that ended long ago', () => {
    const { memory } = evaluate([condition('alert:a', '1')], {}, defaultSettings, now);
    expect(evaluate([], memory, defaultSettings, now + 3 * dayMs).memory).toEqual({});
  });
});

test('quiet hours can span midnight', () => {
  const night = { from: 22 * 60, to: 6 * 60 };
  expect([21 * 60 + 59, 22 * 60, 0, 359, 360].map((at) => isQuiet(night, at))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
  expect([539, 540, 1019, 1020].map((at) => isQuiet({ from: 540, to: 1020 }, at))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isQuiet(null, 0)).toBe(false);
});
