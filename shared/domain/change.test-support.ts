import type { Group } from './group';
import type { Limits } from './device';
import { userSchema, type User } from './user';

export const user: User = userSchema.parse({
  id: 'usr-1',
  name: 'Ana Ruiz',
  email: 'ana@example.com',
  country: 'ES',
  timeZone: 'Europe/Madrid',
  message: 'Hello',
  disabled: false,
  tags: { depot: 'north' },
  privileges: ['read', 'write'],
  expiresAt: Date.UTC(2030, 0, 15, 6),
  createdAt: 0,
  modifiedAt: 0,
  extra: {},
});

export const rawUser = {
  id: 'usr-1',
  name: 'Ana Ruiz',
  email: 'ana@example.com',
  country: 'ES',
  timeZone: 'Europe/Madrid',
  description: null,
  message: 'Hello',
  disabled: false,
  tags: { depot: 'north' },
  privileges: ['read', 'write'],
  from: null,
  expires: '2030-01-15T07:00:00+01:00',
  creation: '1970-01-01T00:00:00Z',
  modification: '1970-01-01T00:00:00Z',
  lastLogin: null,
  favouriteColour: { hex: '#fff' },
};

export const group: Group = {
  id: 'grp-1',
  name: 'Depot North',
  description: 'Vans',
  deviceIds: ['a', 'b'],
  createdAt: 0,
  modifiedAt: 0,
  extra: {},
};

export const limits: Limits = {
  expires: false,
  expirationDate: '2030-01-31',
  dailyEmailLimit: 10,
  dailySmsLimit: null,
  emailsSentToday: 3,
  smsSentToday: null,
};
