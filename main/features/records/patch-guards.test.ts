import { expect, test } from 'vitest';
import { toJsonPatch } from '#shared/wire/encode';
import { guarded, testsByMember } from './patch-guards';

const raw = { name: 'Depot', tags: { floor: '1' }, Modification: '2030-01-01T00:00:00Z' };
const support = () => ({ refused: new Set<string>() });

test('guards a replacement by the old value', () => {
  const steps = toJsonPatch('user', raw, { name: 'Yard' });
  expect(guarded('user', steps, raw, support())).toEqual([
    { op: 'test', path: '/name', value: 'Depot' },
    { op: 'replace', path: '/name', value: 'Yard' },
  ]);
});

test('guards an added member by the time of the last change, and a password not at all', () => {
  const added = toJsonPatch('user', raw, { description: 'New' });
  expect(guarded('user', added, raw, support())).toEqual([
    { op: 'test', path: '/Modification', value: '2030-01-01T00:00:00Z' },
    { op: 'add', path: '/description', value: 'New' },
  ]);
  const password = toJsonPatch('user', raw, { password: 'x' });
  expect(guarded('user', password, raw, support())).toEqual([
    { op: 'add', path: '/password', value: 'x' },
  ]);
});

test('leaves out only the tests that were refused', () => {
  const steps = toJsonPatch('user', raw, { name: 'Yard', tags: { floor: '2', hall: 'b' } });
  const refused = new Set(['user/tags', 'user/Modification', 'group/name']);
  expect(guarded('user', steps, raw, { refused }).map(({ op, path }) => `${op} ${path}`)).toEqual([
    'test /name',
    'replace /name',
    'replace /tags/floor',
    'add /tags/hall',
  ]);
  expect([...testsByMember(guarded('user', steps, raw, support())).keys()]).toEqual([
    '/Modification',
    '/name',
    '/tags',
  ]);
});
