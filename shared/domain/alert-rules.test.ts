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
import { says, textOf } from '../../test/support/english';

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
    expect(kinds({ battery: null })).toEqual([]);
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
      conditionsOf({ ...calm, ...device }, rules, {}, now).map((condition) =>
        textOf(condition.text),
      );
    expect(text({ frozenSince: now - 8.6 * minute })[0]).toContain('for more than 7.5 minutes');
    expect(text({ frozenSince: now - 8.4 * minute })).toEqual([]);
    expect(text({ fixAt: now - 151 * minute })).toEqual(['Silent for more than 2.5 hours']);
    expect(text({ fixAt: now - 149 * minute })).toEqual([]);
  });
});

describe('what a notification says', () => {
  const all = (device: Partial<Watched>, rules = {}) =>
    conditionsOf({ ...calm, ...device }, { ...defaultSettings, ...rules }, {}, now);
  const quota = (counter: 'email' | 'sms', share: number) => ({
    quotas: [{ counter, share, day: '2026-06-01' }],
  });

  test.each<[Partial<Watched>, object, object]>([
    [
      { alerts: ['SOSButton'] },
      {},
      { kind: 'alert:SOSButton', key: String(now - minute), text: says('SOS button pressed') },
    ],
    [
      { alerts: ['SOSButton'], hasCriticalAlert: true },
      {},
      { kind: 'alert:SOSButton', isCritical: true },
    ],
    [
      { hasCriticalAlert: true },
      {},
      {
        kind: 'critical',
        key: String(now - minute),
        isCritical: true,
        text: says('Critical alert'),
      },
    ],
    [
      { warnings: ['LowBattery', 'LowBattery'] },
      { notifyWarnings: true },
      { kind: 'warning:LowBattery', isCritical: false, text: says('Tracker’s battery low') },
    ],
    [
      { fixAt: now - 25 * 60 * minute },
      {},
      { kind: 'silent', isCritical: false, text: says('Silent for more than 24 hours') },
    ],
    [
      { fixAt: now - 100 * minute },
      { notifySilentHours: 1.5 },
      { text: says('Silent for more than 90 minutes') },
    ],
    [
      { fixAt: now - 121 * minute },
      { notifySilentHours: 2 },
      { text: says('Silent for more than 2 hours') },
    ],
    [
      { frozenSince: now - 62 * minute },
      {},
      {
        kind: 'frozen',
        key: String(now - 62 * minute),
        isCritical: false,
        text: says('Claims to move, but its position has not changed for more than 60 minutes'),
      },
    ],
    [
      { battery: 12.4 },
      {},
      { kind: 'battery', key: 'low', isCritical: false, text: says('Battery at 12 %') },
    ],
    [
      quota('email', 0.999),
      {},
      {
        kind: 'quota:email',
        key: '2026-06-01',
        isCritical: false,
        text: says('99 % of its daily e-mail limit is used'),
      },
    ],
    [
      quota('email', 1),
      {},
      { text: says('Its daily e-mail limit is reached: no more e-mails are sent today') },
    ],
    [
      quota('sms', 0.9),
      {},
      { kind: 'quota:sms', text: says('90 % of its daily SMS limit is used') },
    ],
    [
      quota('sms', 1.5),
      {},
      { text: says('Its daily SMS limit is reached: no more SMS are sent today') },
    ],
  ])('%j with %j', (device, rules, condition) => {
    const conditions = all(device, rules);
    expect(conditions).toHaveLength(1);
    expect(conditions[0]).toMatchObject({ deviceId: 'd', ...condition });
  });

  test('nothing about a report that is older than a day, and something at just a day', () => {
    const rules = { notifyWarnings: true, notifySilentHours: null };
    const at = (fixAt: number) =>
      all({ fixAt, alerts: ['Route'], warnings: ['Route'], battery: 1 }, rules).length;
    expect([at(now - dayMs), at(now - dayMs - 1)]).toEqual([3, 0]);
  });

  test('a device is notified as silent for a day after it became so', () => {
    const after = (ms: number) => all({ fixAt: now - dayMs - ms }).map(({ kind }) => kind);
    expect([after(0), after(1), after(dayMs), after(dayMs + 1)]).toEqual([
      [],
      ['silent'],
      ['silent'],
      [],
    ]);
  });

  test('a battery at the threshold is not low', () => {
    expect([15, 14.9].map((battery) => all({ battery }).length)).toEqual([0, 1]);
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

  test('an alert stays notified when the next report has none, a state is over', () => {
    const told = (kind: string) => {
      const first = evaluate([condition(kind, '1')], {}, defaultSettings, now);
      const over = evaluate([], first.memory, defaultSettings, now + minute);
      return evaluate([condition(kind, '1')], over.memory, defaultSettings, now + 60 * minute)
        .notify.length;
    };
    const kinds = ['alert:a', 'warning:a', 'critical', 'quota:sms', 'silent', 'criticality'];
    expect(kinds.map(told)).toEqual([0, 0, 0, 0, 1, 1]);
  });

  test('the cool-down ends to the millisecond, and one soon after it is twice as long', () => {
    const first = evaluate([condition('alert:a', '1')], {}, defaultSettings, now);
    const next = (ms: number) => {
      const { notify, memory } = evaluate(
        [condition('alert:a', '2')],
        first.memory,
        defaultSettings,
        now + ms,
      );
      return [notify.length, memory['alert:a']?.coolDownMs];
    };
    expect(next(15 * minute - 1)).toEqual([0, 15 * minute]);
    expect(next(15 * minute)).toEqual([1, 30 * minute]);
    expect(next(30 * minute - 1)).toEqual([1, 30 * minute]);
    expect(next(30 * minute)).toEqual([1, 15 * minute]);
  });

  test('a longer cool-down of the settings applies at once', () => {
    const memory = { 'alert:a': { key: '1', toldAt: now, coolDownMs: minute } };
    const rules = { notifyCoolDownMinutes: 60 };
    const evaluated = evaluate([condition('alert:a', '2')], memory, rules, now + minute);
    expect(evaluated.memory['alert:a']?.coolDownMs).toBe(60 * minute);
  });

  test('a cool-down is remembered for twice its time, and for two days at least', () => {
    const isRemembered = (coolDownMs: number, ms: number) => {
      const memory = { 'alert:a': { key: '1', toldAt: now, coolDownMs } };
      return 'alert:a' in evaluate([], memory, defaultSettings, now + ms).memory;
    };
    expect(isRemembered(minute, 2 * dayMs)).toBe(true);
    expect(isRemembered(minute, 2 * dayMs + 1)).toBe(false);
    expect(isRemembered(3 * dayMs, 6 * dayMs)).toBe(true);
    expect(isRemembered(3 * dayMs, 6 * dayMs + 1)).toBe(false);
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
  // From a minute to the same minute is no time at all.
  expect(isQuiet({ from: 540, to: 540 }, 540)).toBe(false);
});
