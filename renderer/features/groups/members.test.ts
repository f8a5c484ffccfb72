import { expect, test } from 'vitest';
import type { FleetRow } from '#features/fleet-data';
import { resolveMembers } from './members';

const byId = new Map(
  [
    { id: 'a', label: 'Anna’s van' },
    { id: 'b', label: 'Van 10' },
    { id: 'c', label: 'Van 9' },
  ].map((row) => [row.id, row as FleetRow]),
);

test('members are resolved to devices, strangers are counted, doubles count once', () => {
  const members = resolveMembers({ deviceIds: ['a', 'x', 'a', 'x', 'y'] }, byId);
  expect(members?.known.map(({ label }) => label)).toEqual(['Anna’s van']);
  expect(members?.unknown).toEqual(['x', 'y']);
});

test('members stand in the order of their names, whatever the service’s is', () => {
  const members = resolveMembers({ deviceIds: ['b', 'c', 'a'] }, byId);
  expect(members?.known.map(({ id }) => id)).toEqual(['a', 'c', 'b']);
});

test('members that the service did not send are unknown, not none', () => {
  expect(resolveMembers({ deviceIds: null }, byId)).toBeNull();
  expect(resolveMembers({ deviceIds: [] }, byId)).toEqual({ known: [], unknown: [] });
});
