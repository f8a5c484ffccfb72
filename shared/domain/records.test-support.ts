import type { Device } from './device';
import type { Group } from './group';
import type { Job } from './job';
import type { Session } from './session';
import type { User } from './user';

/** A device that the service says nothing of, except its id, which is its name too. */
export const deviceOf = (id: string, part: Partial<Device> = {}): Device => ({
  id,
  name: id,
  description: null,
  phone: null,
  tags: {},
  expiresAt: null,
  limits: null,
  extra: {},
  unlistedAt: null,
  ...part,
});

/** A group that the service says nothing of, except its id, which is its name too. */
export const groupOf = (id: string, part: Partial<Group> = {}): Group => ({
  id,
  name: id,
  description: null,
  deviceIds: [],
  createdAt: null,
  modifiedAt: null,
  extra: {},
  ...part,
});

/** A user that the service says nothing of, except the id. */
export const userOf = (id: string, part: Partial<User> = {}): User => ({
  id,
  name: null,
  email: null,
  country: null,
  timeZone: null,
  description: null,
  message: null,
  disabled: null,
  disabledMessage: null,
  tags: {},
  privileges: [],
  group: null,
  deviceId: null,
  adminDevices: null,
  validFrom: null,
  expiresAt: null,
  createdAt: null,
  modifiedAt: null,
  lastLoginAt: null,
  extra: {},
  ...part,
});

/** An open account, which may do everything. */
export const openSession = (
  part: Partial<Extract<Session, { phase: 'open' }>> = {},
): Extract<Session, { phase: 'open' }> => ({
  phase: 'open',
  profile: { id: 'a', address: 'https://a.example', userName: 'ana', isDemo: false },
  known: [],
  capabilities: { writesLimits: true, activates: true, takesSubmissions: true },
  submissionMode: 'auto',
  licences: null,
  licenceTotal: null,
  accountTimeZone: null,
  keyStoredIn: 'keychain',
  copyStoredIn: 'keychain',
  needsKey: null,
  cacheNotice: null,
  notStored: null,
  ...part,
});

/** The plan of a job with four rows. */
export const jobOf = (
  part: Partial<Omit<Job, 'counts'>> = {},
  counts: Partial<Job['counts']> = { waiting: 4 },
): Job => ({
  id: 'j1',
  title: 'Renew 4 devices by 1 year',
  kind: 'limits',
  createdAt: 0,
  phase: 'planned',
  pausedBy: null,
  resumesAt: null,
  rows: 4,
  calls: 4,
  callsPerMinute: 60,
  estimatedSeconds: 4,
  canUndo: false,
  ...part,
  counts: { refused: 0, waiting: 0, running: 0, done: 0, failed: 0, undone: 0, ...counts },
});
