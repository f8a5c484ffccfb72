import type { Group } from '#shared/domain/group';
import type { User } from '#shared/domain/user';
import { fail } from '#shared/fault';
import type { ExportKind } from '#shared/ipc/exchange';
import type { FieldMappingFeature } from '#main/features/field-mapping/field-mapping';
import type { Cached } from '#main/features/records/cached-list';
import type { Fleet } from '#main/features/fleet/fleet';
import type { Jobs } from '#main/features/jobs/jobs';
import type { Notes } from '#main/features/notes/notes';
import type { Journal } from '#main/features/journal/journal';

/** What exporting and importing need from the open account. */
export interface ExchangedAccount {
  fleet: Pick<Fleet, 'devices' | 'details' | 'isListed'>;
  users: { current(): ExchangedList<User> };
  groups: { current(): ExchangedList<Group> };
  records: { journal: Pick<Journal, 'get' | 'list'> };
  notes: Pick<Notes, 'all'>;
  jobs: Pick<Jobs, 'planInChunks' | 'list' | 'remove'>;
  facts(): { accountTimeZone: string | null };
  fieldMapping: Pick<FieldMappingFeature, 'state'>;
  countries(): Promise<Record<string, string>>;
  timeZones(): Promise<Record<string, string>>;
}

/** `asOf` null: the service never sent the list. */
type ExchangedList<T> = Pick<Cached<T>, 'items' | 'asOf' | 'fault'>;

/** Refuses a table of a list that the service never sent. */
export function requireListOf(what: ExportKind, account: ExchangedAccount): void {
  if (what === 'devices' && !account.fleet.isListed()) {
    const message = 'The list of devices was not loaded.';
    fail({ kind: 'declined', reason: 'state', message });
  }
  if (what === 'users') requireList('users', account.users.current());
  if (what === 'groups' || what === 'membership') requireList('groups', account.groups.current());
}

/** Refuses to work with a list that the service never sent, as if it were empty. */
function requireList(name: 'users' | 'groups', { asOf, fault }: ExchangedList<unknown>): void {
  if (asOf !== null) return;
  const isRefused = fault?.kind === 'forbidden' || fault?.kind === 'notFound';
  fail({
    kind: 'declined',
    reason: 'state',
    message: isRefused
      ? `The service does not provide ${name} to this account.`
      : `The list of ${name} was not loaded.`,
  });
}
