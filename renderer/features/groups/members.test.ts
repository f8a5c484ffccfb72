import { expect, test } from 'vitest';
import type { FleetRow } from '#engines/fleet';
import { resolveMembers } from './members';

const byId = new Map(
  [
    { id: 'a', label: 'Anna’s van' },
    { id: 'b', label: 'Van 10' },
    { id: 'c', label: 'Van 9' },
  ].map((row) => [row.id, row as FleetRow]),
);

test('resolves members to devices, lists unknown ids, and counts duplicates once', () => {
  const members = resolveMembers({ deviceIds: ['a', 'x', 'a', 'x', 'y'] }, byId);
  expect(members?.known.map(({ label }) => label)).toEqual(['Anna’s van']);
  expect(members?.unknown).toEqual(['x', 'y']);
});

test('sorts members by name', () => {
  const members = resolveMembers({ deviceIds: ['b', 'c', 'a'] }, byId);
  expect(members?.known.map(({ id }) => id)).toEqual(['a', 'c', 'b']);
});

test('treats members that were not sent as unknown, not as none', () => {
  expect(resolveMembers({ deviceIds: null }, byId)).toBeNull();
  expect(resolveMembers({ deviceIds: [] }, byId)).toEqual({ known: [], unknown: [] });
});
