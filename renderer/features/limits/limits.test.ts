import { describe, expect, test } from 'vitest';
import type { Device } from '#shared/domain/device';
import type { Draft, LimitsEdit, Saved } from '#shared/domain/edit';
import type { Limits } from '#shared/domain/limit';
import type { Outcome } from '#shared/fault';
import { filterCounts, findLimitRows, limitRows, outlookOf, type LimitQuery } from './limit-rows';
import { limitText, limitsValue, problemsOf, readLimit } from './limits-draft';
import { saveLimits } from './save-limits';

const limits = (part: Partial<Limits>): Limits => ({
  expires: false,
  expirationDate: null,
  dailyEmailLimit: null,
  dailySmsLimit: null,
  emailsSentToday: null,
  smsSentToday: null,
  ...part,
});
const device = (id: string, part: Partial<Limits> | null): Device => ({
  id,
  name: id,
  description: null,
  phone: null,
  tags: {},
  expiresAt: null,
  limits: part && limits(part),
  extra: {},
  unlistedAt: null,
});
/** Noon in Madrid in winter. */
const noon = Date.UTC(2027, 0, 15, 11);
const zone = 'Europe/Madrid';

describe('the rows of the board', () => {
  const rows = limitRows(
    [
      device('Van 10', { dailyEmailLimit: 100, emailsSentToday: 75 }),
      device('Van 9', { dailyEmailLimit: 10, emailsSentToday: 10, dailySmsLimit: 50 }),
      device('Camión', { dailyEmailLimit: 100, emailsSentToday: 10, smsSentToday: 3 }),
      device('Silent', null),
    ],
    noon,
    zone,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const query = (part: Partial<LimitQuery>): LimitQuery => ({
    search: '',
    filter: 'all',
    sort: { column: 'name', descending: false },
    ...part,
  });
  const found = (part: Partial<LimitQuery>) =>
    findLimitRows(rows, query(part), (id) => id === 'Silent').map(({ id }) => id);

  test('say when a limit is reached at the present rate', () => {
    // 75 by noon is 150 a day, so 100 are reached at two thirds of it: 16:00 in Madrid.
    expect(byId.get('Van 10')!.email.reachedAt).toBe(Date.UTC(2027, 0, 15, 15));
    expect(outlookOf(byId.get('Van 10')!)).toBe('willReach');
    expect(outlookOf(byId.get('Van 9')!)).toBe('reached');
    expect(outlookOf(byId.get('Camión')!)).toBe('within');
  });

  test('claim nothing where a number is missing', () => {
    expect(byId.get('Van 9')!.sms.forecast).toBeNull();
    expect(byId.get('Camión')!.sms).toMatchObject({ limit: null, sent: 3, forecast: null });
    expect(byId.get('Silent')).toMatchObject({ isProvided: false, email: { sent: null } });
    expect(outlookOf(byId.get('Silent')!)).toBeNull();
  });

  test('a limit of 0 was not hit: nothing was to be sent', () => {
    const [row] = limitRows([device('a', { dailySmsLimit: 0, smsSentToday: 0 })], noon, zone);
    expect(outlookOf(row!)).toBeNull();
  });

  test('are found without accents and filtered by outlook and by what is unsaved', () => {
    expect(found({ search: 'camion' })).toEqual(['Camión']);
    expect(found({ filter: 'willHit' })).toEqual(['Van 10']);
    expect(found({ filter: 'reached' })).toEqual(['Van 9']);
    expect(found({ filter: 'changed' })).toEqual(['Silent']);
    expect(filterCounts(rows, (id) => id === 'Silent')).toEqual({
      all: 4,
      willHit: 1,
      reached: 1,
      changed: 1,
    });
  });

  test('sort naturally, and what is not known comes last both ways', () => {
    expect(found({})).toEqual(['Camión', 'Silent', 'Van 9', 'Van 10']);
    const sort = (descending: boolean) => found({ sort: { column: 'emailSent', descending } });
    expect(sort(false)).toEqual(['Camión', 'Van 9', 'Van 10', 'Silent']);
    expect(sort(true)).toEqual(['Van 10', 'Camión', 'Van 9', 'Silent']);
    expect(found({ sort: { column: 'outlook', descending: true } })).toEqual([
      'Van 10',
      'Van 9',
      'Camión',
      'Silent',
    ]);
  });
});

describe('what is typed into a limit', () => {
  test.each([
    ['', null],
    ['  ', null],
    ['0', 0],
    ['050', 50],
    ['-1', '-1'],
    ['2.5', '2.5'],
    ['many', 'many'],
    ['99999999999999999999', '99999999999999999999'],
  ])('%j', (typed, value) => {
    expect(readLimit(typed)).toBe(value);
  });

  test('what is no number stays to be corrected, and is refused', () => {
    const draft = { base: device('a', {}), edit: { dailySmsLimit: readLimit('2.5') } };
    expect(limitText(draft.edit.dailySmsLimit)).toBe('2.5');
    expect(problemsOf(draft)).toHaveProperty('dailySmsLimit');
    expect(problemsOf({ ...draft, edit: { dailySmsLimit: readLimit('') } })).toEqual({});
  });

  test('a device without limits has none set', () => {
    expect(limitsValue(device('a', null), 'expires')).toBe(false);
    expect(limitsValue(device('a', null), 'dailySmsLimit')).toBeNull();
  });
});

describe('saving drafts', () => {
  const draft = (id: string): Draft => ({
    key: `limits:${id}`,
    kind: 'limits',
    label: id,
    base: device(id, {}),
    edit: { dailySmsLimit: 5 },
    savedAt: 0,
  });
  type Answer = Outcome<Saved<Device>>;
  const run = async (ids: string[], answer: (id: string) => Answer) => {
    const saved: string[] = [];
    const asked: string[] = [];
    const result = await saveLimits(
      ids.map(draft),
      ({ base }: { base: Device; edit: LimitsEdit }) => {
        asked.push(base.id);
        return Promise.resolve(answer(base.id));
      },
      (key) => saved.push(key),
      () => undefined,
    );
    return { ...result, savedKeys: saved, asked };
  };
  const good = (id: string): Answer => ({
    ok: true,
    value: { status: 'saved', record: device(id, {}), journalId: `j-${id}` },
  });

  test('each saved one is told at once, and can be undone', async () => {
    const result = await run(['a', 'b'], good);
    expect(result).toMatchObject({ saved: 2, journalIds: ['j-a', 'j-b'] });
    expect(result.savedKeys).toEqual(['limits:a', 'limits:b']);
  });

  test('a conflict or a refusal of one does not stop the others', async () => {
    const result = await run(['a', 'b', 'c'], (id) => {
      if (id === 'a') {
        return { ok: true, value: { status: 'conflict', conflicts: [], theirs: device('a', {}) } };
      }
      return id === 'b' ? { ok: false, fault: { kind: 'notFound' } } : good(id);
    });
    expect(result.conflicts.map((each) => each.draft.label)).toEqual(['a']);
    expect(result.failed.map((each) => each.draft.label)).toEqual(['b']);
    expect(result.savedKeys).toEqual(['limits:c']);
  });

  test('when the service is gone the rest is not tried, and keeps its drafts', async () => {
    const result = await run(['a', 'b'], () => ({
      ok: false,
      fault: { kind: 'offline', layer: 'tcp' },
    }));
    expect(result.asked).toEqual(['a']);
    expect(result.savedKeys).toEqual([]);
  });
});
