import type { SkippedPart, StoredContent, StoredFileProblem } from '#shared/domain/stored-file';
import { settingName } from './setting-names';

/** The message about a file of the profile that could not be read or written. */
export interface StoredFileMessage {
  title: string;
  /** What is used instead, and what was kept. */
  instead: string;
  /** Where the old file is; empty if there is none to name. */
  kept: string;
  /** What was not read, one line each. */
  skipped: string[];
}

type Messages = Record<
  Exclude<StoredFileProblem['problem'], 'unlisted'>,
  Omit<StoredFileMessage, 'kept' | 'skipped'>
>;

const copiesStay =
  'Keys and offline copies were not changed. Connect with the same service address and user name, and the offline copy opens with its data.';

const settings: Messages = {
  unreadable: {
    title: 'The settings could not be read',
    instead:
      'Default settings are used. Updates stay off until you switch them on in the settings again.',
  },
  partly: {
    title: 'Some settings could not be read',
    instead: 'The default is used for each of them; all other settings were kept.',
  },
  newer: {
    title: 'The settings are from a newer Waypost',
    instead: 'The settings that this version knows were kept.',
  },
  unwritten: {
    title: 'The settings could not be written',
    instead: 'They apply until Waypost is closed. Check the disk and the rights of its folder.',
  },
};

const accounts: Messages = {
  unreadable: {
    title: 'The list of accounts could not be read',
    instead: `No account is listed. ${copiesStay}`,
  },
  partly: {
    title: 'A part of the list of accounts could not be read',
    instead: `All other accounts were kept. ${copiesStay}`,
  },
  newer: {
    title: 'The list of accounts is from a newer Waypost',
    instead: 'The accounts that this version can read were kept.',
  },
  unwritten: {
    title: 'The list of accounts could not be written',
    instead: 'It is read again at the next start. Check the disk and the rights of its folder.',
  },
};

/** The other files hold nothing that the user entered. */
const others: Record<Exclude<StoredContent, 'settings' | 'accounts'>, Messages> = {
  allowedHosts: replaceable(
    'The hosts that you allowed',
    'Waypost asks again before it contacts each of them.',
  ),
  window: replaceable('The size of the window', 'The window has its usual size.'),
  updates: replaceable(
    'The record of the last update',
    'A failed installation of an update may not be reported.',
  ),
  temporaryFiles: replaceable(
    'The record of unfinished files',
    'An unfinished file of an interrupted export may stay in its folder.',
  ),
  keyedMaps: replaceable(
    'The list of online maps with a key',
    'The bundled map is shown. Set these maps up again; keys stay in the keychain until they are replaced.',
  ),
  mapFiles: replaceable(
    'The list of offline maps',
    'The bundled map is shown. Add your map files again; the files themselves were not changed.',
  ),
};

function replaceable(what: string, instead: string): Messages {
  const unread = { title: `${what} could not be read`, instead };
  return {
    unreadable: unread,
    partly: unread,
    newer: unread,
    unwritten: { title: `${what} could not be written`, instead },
  };
}

/** The message for a problem. */
export function storedFileMessage(problem: StoredFileProblem): StoredFileMessage {
  const skipped = problem.skipped.map(skippedText);
  if (problem.problem === 'unlisted') return { ...unlisted(problem.copies), kept: '', skipped };
  const messages = { settings, accounts, ...others }[problem.content];
  return { ...messages[problem.problem], kept: backupText(problem), skipped };
}

function unlisted(copies: number): Omit<StoredFileMessage, 'kept' | 'skipped'> {
  return {
    title:
      copies === 1
        ? 'One account on this computer is not on the list'
        : `${copies} accounts on this computer are not on the list`,
    instead: `The list of accounts was lost or changed. ${copiesStay} Waypost can also look for the accounts in the keychain.`,
  };
}

function backupText({ problem, backup, file }: StoredFileProblem): string {
  if (problem === 'unwritten') return '';
  return backup === null
    ? `The old file could not be renamed and is still in its place: ${file}`
    : `The old file was kept: ${backup}`;
}

function skippedText(part: SkippedPart): string {
  if (part.kind === 'setting') return settingName(part.name);
  if (part.kind === 'submissionMode') return `Read and submit setting of ${part.name}`;
  return part.name ?? 'An entry without a readable address and user name';
}
