import type { GroupBody, PatchStep, ServiceClient, UserBody } from '#main/api/service-client';
import type { EditOf, RecordOf } from '#shared/domain/change';
import { deviceLabel, type Device } from '#shared/domain/device';
import { groupLabel, type Group } from '#shared/domain/group';
import type { Limits } from '#shared/domain/limit';
import { userLabel, type User } from '#shared/domain/user';
import { toCreateBody } from '#shared/wire/encode';
import type { CachedList } from './cached-list';

/** What is needed of the service to edit. */
export type EditClient = Pick<
  ServiceClient,
  | 'user'
  | 'createUser'
  | 'replaceUser'
  | 'patchUser'
  | 'deleteUser'
  | 'group'
  | 'createGroup'
  | 'replaceGroup'
  | 'patchGroup'
  | 'deleteGroup'
  | 'device'
  | 'patchDevice'
>;

/** A record as the service sent it, read and raw. */
export interface Sent<R> {
  record: R;
  raw: unknown;
}

/** The whole record an edit of each kind belongs to: the limits are part of a device. */
export interface EntityOf {
  user: User;
  group: Group;
  limits: Device;
}
export type Kind = keyof EntityOf;

/** Reading and changing records of one kind at the service, and keeping the answers. */
export interface Remote<K extends Kind> {
  kind: K;
  read(id: string): Promise<Sent<EntityOf[K]>>;
  patch(id: string, steps: readonly PatchStep[]): Promise<Sent<EntityOf[K]> | null>;
  /** The part of the record that is edited. */
  editable(record: EntityOf[K]): RecordOf[K];
  label(record: EntityOf[K]): string;
  /** Shows what the service has just answered, without asking for the list again. */
  keep(sent: Sent<EntityOf[K]>): void;
  /** The service says that there is no such record. */
  lose(id: string): void;
}

/** A kind that is also created, replaced and deleted. */
export interface FullRemote<K extends 'user' | 'group'> extends Remote<K> {
  create(edit: EditOf[K]): Promise<Sent<EntityOf[K]> | null>;
  replace(id: string, body: Record<string, unknown>): Promise<Sent<EntityOf[K]> | null>;
  remove(id: string): Promise<void>;
  /** As far as is known now; null where the list was never read. */
  known(): readonly EntityOf[K][] | null;
  /** Reads the whole list again. */
  list(): Promise<readonly EntityOf[K][]>;
}

/** A cached list, and how to request it again. */
export type CachedRecords<T> = Pick<CachedList<T>, 'current' | 'refresh' | 'put' | 'drop'>;

export function userRemote(client: EditClient, users: CachedRecords<User>): FullRemote<'user'> {
  return {
    kind: 'user',
    read: (id) => client.user(id),
    patch: (id, steps) => client.patchUser(id, steps),
    editable: (user) => user,
    label: userLabel,
    keep: ({ record }) => users.put(record),
    lose: (id) => users.drop(id),
    create: (edit) => client.createUser(toCreateBody('user', edit) as UserBody),
    replace: (id, body) => client.replaceUser(id, body as UserBody),
    remove: (id) => client.deleteUser(id),
    known: () => (users.current().asOf === null ? null : users.current().items),
    list: async () => (await users.refresh()).items,
  };
}

export function groupRemote(client: EditClient, groups: CachedRecords<Group>): FullRemote<'group'> {
  return {
    kind: 'group',
    read: (id) => client.group(id),
    patch: (id, steps) => client.patchGroup(id, steps),
    editable: (group) => group,
    label: groupLabel,
    keep: ({ record }) => groups.put(record),
    lose: (id) => groups.drop(id),
    create: (edit) => client.createGroup(toCreateBody('group', edit) as unknown as GroupBody),
    replace: (id, body) => client.replaceGroup(id, body as unknown as GroupBody),
    remove: (id) => client.deleteGroup(id),
    known: () => (groups.current().asOf === null ? null : groups.current().items),
    list: async () => (await groups.refresh()).items,
  };
}

const noLimits: Limits = {
  expires: false,
  expirationDate: null,
  dailyEmailLimit: null,
  dailySmsLimit: null,
  emailsSentToday: null,
  smsSentToday: null,
};

export function limitsRemote(
  client: EditClient,
  keep: (device: Sent<Device>) => void,
): Remote<'limits'> {
  return {
    kind: 'limits',
    read: (id) => client.device(id),
    patch: (id, steps) => client.patchDevice(id, steps),
    editable: (device) => device.limits ?? noLimits,
    label: deviceLabel,
    keep,
    // A device that cannot be read may have expired; only the list tells what vanished.
    lose: () => undefined,
  };
}
