import { expect, test } from 'vitest';
import { workKinds, type Damage } from '#shared/fault';
import { damageText } from './damage-text';

const work = (kinds: NonNullable<Damage['work']>['kinds']): Damage => ({
  work: { state: 'damaged', movedTo: 'a.work.db.damaged-1', kinds },
  copy: null,
});

test('names what was lost and kept of each kind, and where the damaged file is', () => {
  const text = damageText(
    work([
      { kind: 'drafts', kept: 1, lost: 2 },
      { kind: 'journal', kept: 30, lost: 0 },
      { kind: 'jobs', kept: 1, lost: null },
      { kind: 'downloads', kept: 0, lost: 0 },
    ]),
  );
  expect(text.details).toEqual([
    'Lost: 2 drafts could not be read. Kept: 1.',
    'Kept: 30 journal entries, all that there were.',
    'Kept: 1 job. Whether more were lost could not be determined.',
  ]);
  expect(text.what).toContain('a.work.db.damaged-1');
  expect(text.lost).toBe('Not everything that you made could be read.');
});

test('says that nothing was lost only if that is known', () => {
  const all = workKinds.map((kind) => ({ kind, kept: 3, lost: 0 }));
  expect(damageText(work(all)).lost).toBe('Everything in it could be read and was kept.');
  const unknown = workKinds.map((kind) => ({ kind, kept: 0, lost: null }));
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
