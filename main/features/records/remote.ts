import type { GroupBody, PatchStep, ServiceClient, UserBody } from '#main/api/service-client';
import type { EditOf, RecordOf } from '#shared/domain/change';
import { deviceLabel, type Device, noLimits } from '#shared/domain/device';
import type { EntityOf } from '#shared/domain/edit';
import { groupLabel, type Group } from '#shared/domain/group';
import { userLabel, type User } from '#shared/domain/user';
import { toCreateBody } from '#shared/wire/records';
import { receivedItems, type CachedList } from './cached-list';

/** A record as the service sent it: decoded, and its JSON. */
export interface Sent<R> {
  record: R;
  raw: unknown;
}

export type Kind = keyof EntityOf;

/** Reads and changes records of one kind at the service, and caches the answers. */
export interface Remote<K extends Kind> {
  kind: K;
  read(id: string): Promise<Sent<EntityOf[K]>>;
  patch(id: string, steps: readonly PatchStep[]): Promise<Sent<EntityOf[K]> | null>;
  /** The part of the record that is edited. */
  editable(record: EntityOf[K]): RecordOf[K];
  label(record: EntityOf[K]): string;
  /** Applies a response of the service to the cached list, without reading the list again. */
  cache(sent: Sent<EntityOf[K]>): void;
  /** The service has no such record: removes it from the cached list. */
  drop(id: string): void;
  /** Sends the edited record to the window now, not with the next batch; null: it was deleted. */
  announce(record: EntityOf[K] | null): void;
}

/** A kind that is also created, replaced and deleted. */
export interface FullRemote<K extends 'user' | 'group'> extends Remote<K> {
  create(edit: EditOf[K]): Promise<Sent<EntityOf[K]> | null>;
  replace(id: string, body: Record<string, unknown>): Promise<Sent<EntityOf[K]> | null>;
  remove(id: string): Promise<void>;
  /** The cached list; null if it was never read. */
  known(): readonly EntityOf[K][] | null;
  /** Reads the whole list again. */
  list(): Promise<readonly EntityOf[K][]>;
}

export type CachedRecords<T> = Pick<
  CachedList<T>,
  'current' | 'refresh' | 'put' | 'drop' | 'flush'
>;

export function userRemote(client: ServiceClient, users: CachedRecords<User>): FullRemote<'user'> {
  return {
    kind: 'user',
    read: (id) => client.user(id),
    patch: (id, steps) => client.patchUser(id, steps),
    create: (edit) => client.createUser(toCreateBody('user', edit) as UserBody),
    replace: (id, body) => client.replaceUser(id, body as UserBody),
    remove: (id) => client.deleteUser(id),
    label: userLabel,
    ...cachedIn(users),
  };
}

export function groupRemote(
  client: ServiceClient,
  groups: CachedRecords<Group>,
): FullRemote<'group'> {
  return {
    kind: 'group',
    read: (id) => client.group(id),
    patch: (id, steps) => client.patchGroup(id, steps),
    create: (edit) => client.createGroup(toCreateBody('group', edit) as unknown as GroupBody),
    replace: (id, body) => client.replaceGroup(id, body as unknown as GroupBody),
    remove: (id) => client.deleteGroup(id),
    label: groupLabel,
    ...cachedIn(groups),
  };
}

function cachedIn<R extends User | Group>(list: CachedRecords<R>) {
  return {
    editable: (record: R) => record,
    cache: ({ record }: Sent<R>) => list.put(record),
    drop: (id: string) => list.drop(id),
    announce: () => list.flush(),
    known: () => receivedItems(list.current()),
    list: async () => (await list.refresh()).items,
  };
}

/** `put` caches a device, which belongs to the fleet, and sends it to the window. */
export function limitsRemote(
  client: ServiceClient,
  put: (device: Sent<Device>) => void,
): Remote<'limits'> {
  return {
    kind: 'limits',
    read: (id) => client.device(id),
    patch: (id, steps) => client.patchDevice(id, steps),
    editable: (device) => device.limits ?? noLimits,
    label: deviceLabel,
    cache: put,
    // A device that cannot be read may have expired; only the list shows which ones are gone.
    drop: () => undefined,
    announce: () => undefined,
  };
}

/** Each kind of record at the service. */
export interface Remotes {
  user: FullRemote<'user'>;
  group: FullRemote<'group'>;
  limits: Remote<'limits'>;
}
