import { expect, test } from 'vitest';
import type { HandoverNote } from '#shared/domain/handover';
import { inZone } from '#lib/format';
import { newsText, noteText, timeText, yesterdayEvening } from './handover-note';
import { format as inUtc } from '../../../test/support/english';

const format = inZone(inUtc, 'Europe/Madrid');
const at = (text: string) => Date.parse(`${text}+01:00`);
const leftAt = at('2026-11-22T17:40:00');
const madeAt = at('2026-11-23T08:05:00');

const empty: HandoverNote = {
  since: leftAt,
  comparedAt: leftAt,
  madeAt,
  silent: { total: 0, items: [] },
  expired: { total: 0, items: [] },
  moved: { total: 0, items: [] },
  overLimit: { total: 0, items: [] },
  changed: { total: 0, items: [] },
  changesFrom: null,
  notChecked: { total: 0, items: [] },
};
const full: HandoverNote = {
  ...empty,
  silent: { total: 1, items: [{ id: 'a', label: 'Van 1', reportedAt: leftAt }] },
  moved: { total: 1_200, items: [{ id: 'b', label: 'Van 2', metres: 12_000 }] },
  changed: {
    total: 1,
    items: [
      {
        kind: 'device',
        id: 'a',
        label: 'Van 1',
        action: 'change',
        fields: [
          { field: 'name', after: 'Van 1' },
          { field: 'dailySmsLimit', after: 3 },
        ],
        knownAt: leftAt,
        seenAt: madeAt,
      },
    ],
  },
  notChecked: { total: 2, items: [] },
};

test('a moment of another day has its day', () => {
  expect(timeText(leftAt, madeAt, format)).toBe('22 Nov 2026, 17:40');
  expect(timeText(leftAt, leftAt + 60_000, format)).toBe('17:40');
  expect(yesterdayEvening(madeAt, format.timeZone)).toBe(at('2026-11-22T18:00:00'));
});

test('only what there is gets a part of the line', () => {
  const time = (moment: number) => timeText(moment, madeAt, format);
  expect(newsText(empty, time, format)).toBe('');
  expect(newsText(full, time, format)).toBe('1 newly silent, 1,200 moved, 1 changed by colleagues');
});

test('what is known from a later moment on says so, in the line, the heading and the limits', () => {
  const time = (moment: number) => timeText(moment, madeAt, format);
  const startedAt = at('2026-11-23T07:17:00');
  const late = { ...full, comparedAt: startedAt, changesFrom: startedAt };
  expect(newsText(late, time, format)).toBe(
    '1 newly silent, 1,200 moved since 07:17, 1 changed by colleagues since 07:17',
  );
  const text = noteText(late, { account: 'fleet', format });
  expect(text).toContain('Newly silent (1)');
  expect(text).toContain('Moved since 23 Nov 2026, 07:17 (1,200)');
  expect(text).toContain(
    'Positions and limits from before 23 Nov 2026, 07:17 are not on this computer. What moved or went over a limit is known from then on only.',
  );
});

test('the text for a colleague names devices, days, what is left out and what is not known', () => {
  expect(noteText(full, { account: 'fleet', format }).split('\n')).toEqual([
    'fleet: changes since 22 Nov 2026, 17:40',
    'As of 23 Nov 2026, 08:05',
    '',
    'Newly silent (1)',
    '- Van 1, Last report 22 Nov 2026, 17:40',
    '',
    'Moved (1,200)',
    '- Van 2, 12\u00a0km away',
    'and 1,199 more',
    '',
    'Changed by colleagues (1)',
    '- Van 1, Device: Name, Daily SMS limit, between 22 Nov 2026, 17:40 and 23 Nov 2026, 08:05',
    '',
    'Positions and limits are compared with those that Waypost had at 22 Nov 2026, 17:40.',
    '2 devices have not been checked since. What changed there is not known.',
  ]);
  expect(noteText(empty, { account: 'fleet', format })).toContain('No difference is known.');
});
