import { expect, test } from 'vitest';
import type { CallRate } from '#shared/domain/session';
import { createFormat } from '#lib/format';
import { rateText } from './rate-messages';

const format = createFormat({
  locale: 'en-GB',
  timeZone: 'Europe/Zagreb',
  serviceSpeedUnit: 'm/s',
  speedUnit: 'km/h',
});

const announced = (value: number | null) => ({ is: 'value', value, asOf: 1 }) as const;

test.each<[Partial<CallRate>, string]>([
  [
    { inUse: 55, setting: 120, announced: announced(60) },
    '60 calls a minute announced by the service, of which Waypost uses 55',
  ],
  [{ inUse: 120, setting: 120, announced: announced(600) }, '120 calls a minute (your setting)'],
  [{ inUse: 120, setting: 120, announced: announced(null) }, '120 calls a minute (your setting)'],
  [{ inUse: 120, setting: 120 }, '120 calls a minute (your setting)'],
  [{ inUse: 1, setting: 120, announced: announced(1) }, '1 call a minute announced by the service'],
  [
    {
      inUse: 120,
      setting: 120,
      announced: { is: 'notUnderstood', original: '1,200', asOf: 1 },
    },
    '120 calls a minute (your setting); announced by the service, but not understood: 1,200',
  ],
  [
    { inUse: 60, setting: 120, isSlowed: true },
    '60 calls a minute at present, because the service asked Waypost to slow down',
  ],
  [
    { inUse: 55, setting: 120, isSlowed: true, refusedAt: 60 },
    '55 calls a minute, learned from the service’s refusals',
  ],
  [{ inUse: 120, setting: 120, refusedAt: 130 }, '120 calls a minute (your setting)'],
  [{ inUse: 1200, setting: null }, '1,200 calls a minute (demo)'],
])('%j reads %s', (rate, text) => {
  const whole: CallRate = {
    inUse: 0,
    setting: 0,
    announced: { is: 'notProvided', asOf: 1 },
    isSlowed: false,
    refusedAt: null,
    ...rate,
  };
  expect(rateText(whole, format)).toBe(text);
});
