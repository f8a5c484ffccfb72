import { expect, test } from 'vitest';
import { workKinds, type Damage, type WorkDamage } from '#shared/fault';
import { damageText } from './damage-text';

const work = (kinds: WorkDamage['kinds'], change: Partial<WorkDamage> = {}): Damage => ({
  work: { state: 'damaged', movedTo: 'a.work.db.damaged-1', kinds, backup: null, ...change },
  copy: null,
});

test('names what was lost, kept and restored of each kind, and where the old file is', () => {
  const kinds: WorkDamage['kinds'] = [
    { kind: 'drafts', kept: 1, restored: 0, lost: 2 },
    { kind: 'journal', kept: 30, restored: 0, lost: 0 },
    { kind: 'jobs', kept: 1, restored: 2, lost: null },
    { kind: 'notes', kept: 2, restored: 1, lost: 0 },
    { kind: 'downloads', kept: 0, restored: 0, lost: 0 },
  ];
  const text = damageText(work(kinds, { backup: '2026-01-14' }));
  expect(text.details).toEqual([
    'Lost: 2 drafts could not be read. Kept: 1.',
    'Kept: 30 journal entries, all that there were.',
    'Kept: 1 job. From a backup: 2 jobs. Whether more were lost could not be determined.',
    'Kept: 2 notes on devices. From a backup: 1 note on a device.',
  ]);
  expect(text.what).toContain('a.work.db.damaged-1');
  expect(text.lost).toMatch(
    /^Not everything that you made could be read\. .*backup of 2026-01-14:/,
  );
});

test('says that nothing was lost only if that is known', () => {
  const all = workKinds.map((kind) => ({ kind, kept: 3, restored: 0, lost: 0 }));
  expect(damageText(work(all)).lost).toBe('Everything in it could be read and was kept.');
  const [first, ...others] = all;
  const restored = [{ ...first!, restored: 1 }, ...others];
  expect(damageText(work(restored)).lost).toContain('could not be determined');
  const unknown = workKinds.map((kind) => ({ kind, kept: 0, restored: 0, lost: null }));
  expect(damageText(work(unknown)).details).toEqual([
    'Nothing of it could be read, and how much there was could not be determined.',
  ]);
  expect(damageText(work(unknown)).lost).toContain('could not be determined');
});

test('a damaged copy of positions took nothing that the user made', () => {
  const text = damageText({ work: null, copy: { state: 'empty', movedTo: null } });
  expect(text.title).toBe('The offline copy was empty');
  expect(text.lost).toContain('Nothing that you made was lost');
});

test('a file of another version was set aside and not read', () => {
  const text = damageText(work([], { state: 'otherVersion' }));
  expect(text).toMatchObject({
    title: 'The file with your drafts, journal and jobs is from another version of Waypost',
    lost: 'Nothing was read from it, and nothing in it was changed.',
    details: [],
  });
  expect(text.what).toContain('a.work.db.damaged-1');
});
