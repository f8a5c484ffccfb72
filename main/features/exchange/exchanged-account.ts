import type { Language } from '#shared/i18n/languages';
import { message, type PlainKey, type Translate } from '#shared/i18n/translate';
import type { FieldMapping } from '#main/features/field-mapping/field-mapping';
import type { Fleet } from '#main/features/fleet/fleet';
import type { Jobs } from '#main/features/jobs/jobs';
import type { Journal } from '#main/features/journal/journal';
import type { Notes } from '#main/features/notes/notes';
import type { Cached } from '#main/features/records/cached-list';
import type { FileWork } from '#main/files/file-work';
import type { SaveOptions } from '#main/files/save-file';
import type { NearestTowns } from '#main/files/towns';
import type { Group } from '#shared/domain/group';
import type { Profile } from '#shared/domain/session';
import type { Settings } from '#shared/domain/settings';
import type { User } from '#shared/domain/user';
import { failDeclined } from '#shared/fault';
import type { ExportFormat, ExportKind } from '#shared/ipc/exchange';

/** What exporting and importing need from the open account. */
export interface ExchangedAccount {
  fleet: Pick<Fleet, 'devices' | 'details' | 'isListed'>;
  users: { current(): ExchangedList<User> };
  groups: { current(): ExchangedList<Group> };
  records: { journal: Pick<Journal, 'get' | 'list'> };
  notes: Pick<Notes, 'all'>;
  jobs: Pick<Jobs, 'planInChunks' | 'list' | 'remove'>;
  facts(): { accountTimeZone: string | null };
  fieldMapping: Pick<FieldMapping, 'state'>;
  countries(): Promise<Record<string, string>>;
  timeZones(): Promise<Record<string, string>>;
}

/** `asOf` null: the service never sent the list. */
type ExchangedList<T> = Pick<Cached<T>, 'items' | 'asOf' | 'fault'>;

export interface ExchangeOptions extends SaveOptions<ExportFormat | 'json'> {
  /** The open account; throws `notFound` if none is open. */
  account: () => ExchangedAccount;
  profile: () => Profile | null;
  settings: () => Settings;
  changeSettings: (part: Pick<Settings, 'importColumns'>) => unknown;
  language: () => Language;
  /** Writes a message in that language. */
  t: Translate;
  now: () => number;
  /** IANA name of the computer's zone. */
  computerTimeZone: () => string;
  pickOpenFile: () => Promise<string | null>;
  nearestTowns?: NearestTowns;
  work: Pick<FileWork, 'planImport' | 'wrongRows' | 'importProgress' | 'cancelImport'>;
}

/** Names the account in a file. */
export const accountText = (profile: Profile | null, t: Translate): string =>
  profile
    ? t('exchange-files.about.accountAt', { user: profile.userName, address: profile.address })
    : t('exchange-files.about.noAccount');

/** Refuses to work with a list that the service never sent, as if it were empty. */
export function requireListOf(what: ExportKind, account: ExchangedAccount): void {
  if (what === 'devices' && !account.fleet.isListed()) refuse('faults.main.devicesNotLoaded');
  if (what === 'users') requireList('users', account.users.current());
  if (what === 'groups' || what === 'membership') requireList('groups', account.groups.current());
}

function requireList(name: 'users' | 'groups', { asOf, fault }: ExchangedList<unknown>): void {
  if (asOf !== null) return;
  const isRefused = fault?.kind === 'forbidden' || fault?.kind === 'notFound';
  refuse(isRefused ? `faults.main.${name}NotProvided` : `faults.main.${name}NotLoaded`);
}

function refuse(key: PlainKey): never {
  failDeclined(message(key));
}
