import { expect, test } from 'vitest';
import type { FleetRow } from '#features/fleet';
import { resolveMembers } from './members';

const byId = new Map([['a', { id: 'a', label: 'Anna’s van' } as FleetRow]]);

test('members are resolved to devices, strangers are counted, doubles count once', () => {
  const members = resolveMembers({ deviceIds: ['a', 'x', 'a', 'x', 'y'] }, byId);
  expect(members?.known.map(({ label }) => label)).toEqual(['Anna’s van']);
  expect(members?.unknown).toEqual(['x', 'y']);
});

test('members that the service did not send are unknown, not none', () => {
  expect(resolveMembers({ deviceIds: null }, byId)).toBeNull();
  expect(resolveMembers({ deviceIds: [] }, byId)).toEqual({ known: [], unknown: [] });
});
