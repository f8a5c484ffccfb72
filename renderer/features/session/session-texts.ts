import { readAddress } from '#shared/domain/address';
import type { Profile } from '#shared/domain/session';
import { hasUnseen, keyDoubt } from '#shared/domain/text';
import type { Fault } from '#shared/fault';
import type { CountedMessage, Format } from '#lib/format';

export const texts = {
  disconnectAndForget: 'Disconnect and forget…',
  disconnect: 'Disconnect',
  replaceKey: 'Replace key…',
  settings: 'Settings',
  refreshNow: 'Refresh now',
  connect: 'Connect',
  showWhatIsTyped: 'Show what is typed',
  apiKey: 'API key',
  userName: 'User name',
  serviceAddress: 'Service address',
  theDemoIsAService:
    'The demo is a service inside Waypost with invented vehicles. Nothing leaves this computer.',
  useTheDemoFleet: 'Use the demo fleet',
  connectYourAccount: 'Connect your account',
  demoStays: 'The demo stays open until the service accepts the key.',
  whereYourFleetIsAnd: 'Where your fleet is, and how recent that position is.',
  waypost: 'Waypost',
  deleteKeyAndOfflineCopy: 'Delete key and offline copy',
  keep: 'Keep',
  stay: 'Stay',
  leave: 'Leave',
  aKeyOrAnOffline:
    'A key or an offline copy of these accounts is stored on this computer. Opening another account replaces the one on screen; unsaved changes stay with their account.',
  noKeyAndNoOffline: 'No key and no offline copy of any account is stored on this computer.',
  accounts: 'Accounts',
  deleteItsKeyAndIts: 'Delete its key and its offline copy from this computer',
  open: 'Open',
  onScreen: 'On screen',
  accountsOnThisComputer: 'Accounts on this computer',
  keepTheCopy: 'Keep the copy',
  passphrase: 'Passphrase',
  noKeychainTheOfflineCopy: 'No keychain: the offline copy lasts for this session only',
  keyInMemoryToo:
    'The key too is stored in memory only; you will be asked for it at the next start.',
  withAPassphrase:
    'With a passphrase the copy can be stored encrypted and opened again. Waypost does not store the passphrase: a forgotten one cannot be recovered.',
  useThisKey: 'Use this key',
  theNewKeyIsChecked:
    'The new key is checked with the service first; the old key stays until the service accepts the new one.',
  replaceTheKeyOfThis: 'Replace the key of this account',
  theKeychainDidNotTake:
    'The keychain did not take the key, so it stays in memory for this session only. Unlock the keychain and store it, or you will be asked for it at the next start.',
  storeTheKey: 'Store the key',
  theKeyIsNotIn: 'The key is not in the keychain',
  theOfflineCopyIsProtected:
    'The offline copy is protected by your passphrase; you will be asked for the key at the next start.',
  noKeychainTheKeyIs: 'No keychain: the key is stored for this session only',
  anotherAccount: 'Another account',
  itWasSetHereBecause:
    'It was set here because this computer has no keychain. It is not stored anywhere.',
  theOfflineCopyIsLocked: 'The offline copy is locked',
  account: 'Account:',
  theAddressOfTheServices: 'The address of the service’s interface (API); it begins with https.',
  theAddress: 'The address',
  theUserName: 'The user name',
  theKey: 'The key',
  theServiceDoesNotAccept: 'The service does not accept this key.',
  weakSomebodyWhoHasThe:
    'Weak: somebody who has the file can guess it. Use more words, or longer ones.',
  fairGuessingItTakesYears: 'Fair: guessing it takes years. Another word makes it strong.',
  strongIfItIsNot: 'Strong, if it is not a known sentence and not used elsewhere.',
  savedAccounts: 'saved accounts',
  noAccountYet: 'no account yet?',
  demoFleet: 'Demo fleet',
  aServiceInsideWaypost: 'a service inside Waypost',
} as const;

/** The display name of an account. */
export const nameOf = (profile: Profile) => (profile.isDemo ? texts.demoFleet : profile.userName);

/** The display text for its address. */
export const addressOf = (profile: Profile) =>
  profile.isDemo ? texts.aServiceInsideWaypost : profile.address;

export const messages = {
  isNeeded: (what: string) => `${what} is needed.`,
  /** An address as main would use it. */
  readAs: (address: string) => `✓ ${address}`,
  userAt: ({ userName, address }: Profile) => `${userName} at ${address}`,
  open: (label: string) => `Open ${label}`,
  forget: (label: string) => `Forget ${label}`,
  passphraseHint: (characters: number) =>
    `Use ${characters} characters or more. Four words that have nothing to do with each other are strong.`,
  passphraseTooShort: (characters: number) => `At least ${characters} characters.`,
  /** Where the key is stored; null: the name of the keychain is not known yet. */
  keyPlace: (keychain: string | null) =>
    keychain === null
      ? 'Stored in the system’s keychain, never in a file. Without a keychain, it stays in memory for this session only.'
      : `Stored in the system’s ${keychain}, never in a file. Without a keychain, it stays in memory for this session only.`,
  /** What connecting an account loses of the demo; null: nothing. */
  lostOfDemo: (changes: number, jobs: number) =>
    changes > 0 || jobs > 0
      ? 'Connecting closes the demo: its unsaved changes and unfinished jobs are lost.'
      : null,
};

/** The hint of the address field while the user types. */
interface AddressHint {
  says: string;
  /** Why it is not an address; shown when the field loses the focus. */
  refusal?: string;
}

/** Parses the address as main does, and shows the result. */
export function addressHint(typed: string): AddressHint {
  const text = typed.trim();
  const usual = texts.theAddressOfTheServices;
  if (text === '') return { says: usual };
  const parsed = readAddress(text);
  if (!parsed.ok) return { says: usual, refusal: parsed.message };
  return { says: messages.readAs(parsed.address) };
}

const keyDoubts = {
  quotes: 'There are quotation marks around the key. Remove them unless they belong to it.',
  word: 'A word stands before the key. Remove it unless it belongs to the key.',
  space: 'There is a space in the key. Remove it unless it belongs there.',
  letter: 'The key has a letter or sign that is not on an English keyboard. Check it.',
};

/** What to look at in a pasted key; characters that nobody sees are removed without a word. */
export function keyHint(typed: string): string | undefined {
  const doubt = keyDoubt(typed);
  return doubt ? keyDoubts[doubt] : undefined;
}

export const passphraseHint = (typed: string): string | undefined =>
  hasUnseen(typed)
    ? 'There is an invisible character in the passphrase. It counts like any other.'
    : undefined;

/** What forgetting an account deletes. */
export const forgetMessages = {
  title: (name: string) => `Forget ${name}?`,
  effect: (name: string, address: string) =>
    `This deletes from this computer the key of ${name} at ${address}, and the offline copy with every device, position, group and user in it, the history that was fetched, the journal and the jobs. Nothing changes at the service.`,
  /** null: nothing is lost besides the copy. */
  lost: (changes: number, jobs: number, { counted }: Pick<Format, 'counted'>) => {
    const lostChanges = counted(changes, 'unsaved change');
    const lostJobs = counted(jobs, 'job');
    if (changes > 0 && jobs > 0) {
      return `Lost with it: ${lostChanges}, what is left of ${lostJobs}.`;
    }
    if (changes > 0) return `Lost with it: ${lostChanges}.`;
    return jobs > 0 ? `Lost with it: what is left of ${lostJobs}.` : null;
  },
};

/** What leaving an account loses or stops. */
export const leaveMessages = {
  title: (account: string) => `Leave ${account}?`,
  /** The disk refused the last changes. */
  changesRefused: {
    one: '1 unsaved change may be lost: the disk did not accept the last changes.',
    many: '{n} unsaved changes may be lost: the disk did not accept the last changes.',
  },
  demoChanges: {
    one: '1 unsaved change is lost: nothing of the demo is stored on this computer.',
    many: '{n} unsaved changes are lost: nothing of the demo is stored on this computer.',
  },
  changes: {
    one: '1 unsaved change is lost: nothing of this account is stored on this computer.',
    many: '{n} unsaved changes are lost: nothing of this account is stored on this computer.',
  },
  passwords: {
    one: 'The password that was typed and not saved is lost: passwords are never stored.',
    many: '{n} passwords that were typed and not saved are lost: passwords are never stored.',
  },
  otherChanges: 'The other unsaved changes stay as drafts.',
  jobsWait: {
    one: '1 job is not finished. What was sent is done; the rest waits until the account is opened again.',
    many: '{n} jobs are not finished. What was sent is done; the rest waits until the account is opened again.',
  },
  jobsUncertain: {
    one: '1 job is not finished. What was sent is done; the disk did not accept its last state, so check the service before you repeat it.',
    many: '{n} jobs are not finished. What was sent is done; the disk did not accept their last state, so check the service before you repeat them.',
  },
  jobsEnd: {
    one: '1 job is not finished. What was sent is done; the rest is not sent, and no list of it is stored.',
    many: '{n} jobs are not finished. What was sent is done; the rest is not sent, and no list of it is stored.',
  },
} as const satisfies Record<string, string | CountedMessage | ((values: never) => string)>;

const inMemory =
  'Drafts, notes, acknowledgements, jobs and journal entries made now are only in memory and are lost when Waypost closes or stops. What was stored before is unchanged.';

/** The message that nothing new is stored; `isUntilRestart`: the file could not be used at the start. */
export function notStoredText(fault: Fault, isUntilRestart: boolean) {
  const reason = fault.kind === 'storage' ? fault.reason : 'damaged';
  const again = isUntilRestart
    ? 'Then restart Waypost.'
    : 'Waypost then stores everything automatically.';
  switch (reason) {
    case 'full':
      return {
        title: 'Not stored: the disk is full',
        what: inMemory,
        todo: `Make room on the disk. ${again}`,
      };
    case 'damaged':
    case 'passphrase':
      return {
        title: 'Not stored: the file with your work cannot be used',
        what: inMemory,
        todo: 'Restart Waypost.',
      };
    case 'unwritable':
      return {
        title: 'Not stored: the folder of Waypost’s data cannot be written',
        what: inMemory,
        todo: `Check the rights of the folder, and whether another program uses it. ${again}`,
      };
  }
}
