import { english } from '../../test/support/english';
import type { Group } from '#shared/domain/group';
import { userSchema, type User } from '#shared/domain/user';
import type { ImportContext } from './import';
import type { ExportContext } from './table';

export const user: User = userSchema.parse({
  id: 'usr-1',
  name: 'Ana Ruiz',
  email: 'ana@example.com',
  country: 'ES',
  timeZone: 'Europe/Madrid',
  disabled: false,
  tags: { depot: 'north' },
  privileges: ['read', 'write'],
  createdAt: 0,
  modifiedAt: 0,
  extra: {},
});
export const other: User = { ...user, id: 'usr-2', name: 'Ben', email: 'ben@example.com' };

export const group: Group = {
  id: 'grp-1',
  name: 'North',
  description: 'Vans',
  deviceIds: ['d1', 'd2'],
  createdAt: 0,
  modifiedAt: 0,
  extra: {},
};

export const account: ImportContext = {
  users: [user, other],
  groups: [group, { ...group, id: 'grp-2', name: 'South', deviceIds: [] }],
  devices: [
    { id: 'd1', name: 'Van 1' },
    { id: 'd2', name: 'Van 2' },
    { id: 'd3', name: 'Lorry' },
    { id: 'd4', name: 'Lorry' },
  ],
  countries: { ES: 'Spain', PT: 'Portugal' },
  timeZones: { 'Europe/Madrid': 'Romance', 'Europe/Lisbon': 'GMT' },
  timeZone: 'Europe/Madrid',
};

export const context: ExportContext = {
  language: english,
  account: 'ana at https://tracking.example.com',
  filter: null,
  timeZone: 'America/St_Johns',
  exportedAt: 0,
};
