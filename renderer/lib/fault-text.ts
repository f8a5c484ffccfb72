import type {
  ConnectionLayer,
  ConnectionProblem,
  Damage,
  Fault,
  FaultKind,
  WorkDamage,
  WorkKind,
} from '#shared/fault';
import { duration, sizeText } from './format';

/** The message about a fault. */
export interface FaultWords {
  title: string;
  /** What happened, and in which layer. */
  what: string;
  /** Whether anything was lost. */
  lost: string;
  /** What to do now. */
  todo: string;
  /** Further statements, each on a line of its own. */
  details?: readonly string[];
}

/** `connect`: nothing is on screen yet. `open`: a fleet is on screen and stays there. */
export type FaultContext = 'connect' | 'open';

type Messages = {
  [K in FaultKind]: (
    fault: Extract<Fault, { kind: K }>,
    context: FaultContext,
  ) => Omit<FaultWords, 'lost'> & { lost?: string };
};

const nothingLost: Record<FaultContext, string> = {
  connect: 'Nothing was saved; your entries are still here.',
  open: 'Nothing was lost; the data on screen stays.',
};

const said = (message: string | undefined) => (message ? ` The service says: “${message}”` : '');

const layers: Record<
  ConnectionLayer,
  { title: string; what: (host: string) => string; todo: string }
> = {
  dns: {
    title: 'The name of the service was not found',
    what: (host) => `Name lookup (DNS) found no machine called ${host}.`,
    todo: 'Check the spelling of the address and whether this computer has a network.',
  },
  tcp: {
    title: 'The service does not answer',
    what: (host) => `The connection (TCP) to ${host} was refused or broke off.`,
    todo: 'Check the address and the port, or try again when the service is up.',
  },
  tls: {
    title: 'The connection is not secure',
    what: (host) => `The certificate (TLS) of ${host} was not accepted, so nothing was sent.`,
    todo: 'Check the address and this computer’s clock; in a company network ask whether its certificate is installed here.',
  },
  proxy: {
    title: 'The proxy is in the way',
    what: (host) => `The network’s proxy did not let the connection to ${host} through.`,
    // Chromium does not say whether it asked for a password.
    todo: 'Check the proxy in the system’s network settings. If it asks for a user name and a password, ask whoever runs the network to let this address through without: Waypost sends a proxy none.',
  },
  timeout: {
    title: 'The service took too long',
    what: (host) => `No complete answer came from ${host} in time.`,
    todo: 'Try again in a moment; a slow network or a busy service can cause this.',
  },
  network: {
    title: 'No network',
    what: (host) => `This computer has no way to ${host} at present.`,
    todo: 'Check the network connection.',
  },
};

/** What a layer says more closely. */
const connectionProblemTexts: Record<
  ConnectionProblem,
  { title: string; what: (host: string) => string; todo: string }
> = {
  expired: {
    title: 'The certificate of the service is not valid now',
    what: (host) =>
      `The certificate (TLS) of ${host} has expired or is not valid yet, so nothing was sent.`,
    todo: 'Check the date and time of this computer. If they are right, tell the service that its certificate has to be renewed.',
  },
  otherHost: {
    title: 'The certificate belongs to another address',
    what: (host) =>
      `The certificate (TLS) that answers at ${host} was made for another name, so nothing was sent.`,
    todo: 'Check the spelling of the address. In a network that asks to sign in, sign in with a browser first.',
  },
  unknownAuthority: {
    title: 'The certificate of the service is not trusted',
    what: (host) =>
      `The certificate (TLS) of ${host} is from an authority that this computer does not trust, so nothing was sent.`,
    todo: 'In a company network ask whether its certificate has to be installed on this computer. Otherwise check the address: something may be pretending to be the service.',
  },
  revoked: {
    title: 'The certificate of the service was revoked',
    what: (host) => `The certificate (TLS) of ${host} was declared invalid, so nothing was sent.`,
    todo: 'Ask the service. Do not enter the key elsewhere in the meantime.',
  },
  authentication: {
    title: 'The proxy asks for a password',
    what: (host) =>
      `The network’s proxy lets nothing through to ${host} without a user name and a password, which Waypost does not send.`,
    todo: 'Ask whoever runs the network to let this address through without.',
  },
};

/** The response was cut off at its limit, so nothing is known about who sent it. */
const tooLarge = (bytes: number) => ({
  title: 'The answer of the service is too large',
  what: `The answer is larger than ${sizeText(bytes)}, so Waypost stopped reading it and used none of it.`,
  todo: 'Try again later. If it happens again, ask the service, and check the address.',
});

const unsent = {
  what: 'Waypost stores a note of each change before it sends it, so that a crash cannot lose or repeat it. The note could not be stored.',
  lost: 'Nothing was sent, and nothing was changed at the service.',
};

/** A change that was not sent, because nothing can be stored. */
const unsentText: Record<Extract<Fault, { kind: 'storage' }>['reason'], FaultWords> = {
  full: {
    ...unsent,
    title: 'Not sent: the disk is full',
    todo: 'Make room on the disk, then try again.',
  },
  unwritable: {
    ...unsent,
    title: 'Not sent: the folder of Waypost’s data cannot be written',
    todo: 'Check the rights of the folder, and whether another program uses it. Restart Waypost if it stays like this.',
  },
  damaged: {
    ...unsent,
    title: 'Not sent: the file with your work cannot be used',
    todo: 'Restart Waypost, then try again.',
  },
  passphrase: {
    ...unsent,
    title: 'Not sent: the file with your work cannot be used',
    todo: 'Restart Waypost, then try again.',
  },
};

const heldInMemory = 'A key that you enter is held in memory for this session only, never on disk.';

const messages: Messages = {
  offline: ({ layer, problem, host }) => {
    const { title, what, todo } = problem ? connectionProblemTexts[problem] : layers[layer];
    return { title, what: what(host ?? 'the service'), todo };
  },
  notThisService: ({ evidence, status, largerThanBytes }, context) => {
    if (largerThanBytes !== undefined) return tooLarge(largerThanBytes);
    return {
      title: {
        connect:
          evidence === 'redirect'
            ? 'This address leads to another one'
            : 'This is not a device-tracking service',
        open: 'Something else answers in the place of the service',
      }[context],
      what: {
        html: 'A web page answered at this address instead of the service’s interface.',
        notJson: 'Something answered at this address, but not in JSON.',
        shape: 'Something answered, but not as a device-tracking service does.',
        status: `Something answered, but knows no token call${status ? ` (status ${status})` : ''}.`,
        redirect:
          'What answered sends everybody on to another address (a redirect). Waypost does not follow, because the key would go along.',
      }[evidence],
      todo: {
        connect:
          evidence === 'redirect'
            ? 'Open the address in a browser, look where it ends, and enter that.'
            : 'Check the address: it is the one of the interface (API), which may differ from the web site’s.',
        open: 'In a network that asks to sign in (a hotel, an airport), sign in with a browser; else ask the service whether it has moved. Waypost resumes automatically.',
      }[context],
    };
  },
  unauthorized: ({ message }, context) => ({
    title: 'The service refuses the key',
    what: `The user name or the API key was not accepted.${said(message)}`,
    todo:
      context === 'connect'
        ? 'Check both. The key is on the account page of the service’s web site; making a new one cancels the old one.'
        : 'A colleague may have made a new key, which cancels the old one. Enter the new key.',
  }),
  forbidden: ({ message }) => ({
    title: 'The service does not allow this',
    what: `The account may not do this.${said(message)}`,
    todo: 'Ask the holder of the account whether its plan and your privileges include the interface.',
  }),
  notFound: ({ message }) => ({
    title: 'The service does not have it',
    what: `The requested item no longer exists.${said(message)}`,
    todo: 'Refresh; a colleague may have removed it.',
  }),
  conflict: ({ message }) => ({
    title: 'This conflicts with the data of the service',
    what: `The service refused the change.${said(message)}`,
    todo: 'Refresh, check the current state, and try again.',
  }),
  declined: ({ reason, message }) => ({
    title: { gone: 'Not there any more', state: 'Not done' }[reason],
    what: message,
    todo: 'Check the current state and try again.',
  }),
  invalid: ({ message, field }) => ({
    title: field ? `${field}: not accepted` : 'Not accepted',
    what: message || 'The service refused the data. Waypost found no reason in its answer.',
    todo: 'Correct it and try again.',
  }),
  limitReached: ({ message, retryAfterSeconds }, context) => ({
    title: 'The service asked us to slow down',
    what: `Too many calls in a short time.${said(message)}`,
    todo: {
      connect: retryAfterSeconds
        ? `Wait ${duration(retryAfterSeconds)}, then try again.`
        : 'Wait a minute, then try again.',
      open: retryAfterSeconds
        ? `Waypost waits ${duration(retryAfterSeconds)} and resumes automatically.`
        : 'Waypost waits and resumes automatically, more slowly.',
    }[context],
  }),
  busy: ({ status, message }) => ({
    title: 'The service cannot answer now',
    what: `It is there, but answered with status ${status}.${said(message)}`,
    todo: 'Try again later; this is usually overload or maintenance at the service.',
  }),
  keychain: ({ reason, keyOf, account = 'this account' }) => ({
    title: {
      missing: 'No keychain',
      locked: 'The keychain is locked',
      denied: 'The keychain refused',
      notStored: 'There is no key for this account',
      otherAccount: 'The stored key belongs to another account',
    }[reason],
    what: {
      missing:
        'This computer offers no keychain (on Linux: a Secret Service such as GNOME Keyring).',
      locked: 'The key could not be read or stored because the keychain is locked.',
      denied: 'The keychain did not let Waypost read or store the key.',
      notStored: `The keychain of this computer has no API key for ${account}, so the service cannot be asked.`,
      otherAccount: keyOf
        ? `The list of accounts says ${account}, but the key in the keychain was stored for ${keyOf}.`
        : `The list of accounts says ${account}, but the key in the keychain was stored for another address or user name.`,
    }[reason],
    lost: {
      missing: heldInMemory,
      locked: heldInMemory,
      denied: heldInMemory,
      notStored: 'The offline copy, if there is one, stays on screen.',
      otherAccount: 'The key was not sent, and nothing was lost.',
    }[reason],
    todo: {
      missing:
        'No action is required. To store the key, install and start a keychain and connect again.',
      locked: 'Unlock the keychain and connect again.',
      denied: 'Allow Waypost in the keychain’s own settings and connect again.',
      notStored: 'Enter the key. It is on the account page of the service’s web site.',
      otherAccount:
        'If the address and the user name in the list are right, enter the key again. If not, do not enter it: the list was changed by something else than Waypost. Disconnect and connect with the right address.',
    }[reason],
  }),
  storage: ({ reason, detail, damage, isUnsent }) => ({
    title: {
      damaged: 'The offline copy was damaged',
      full: 'The disk is full',
      unwritable: 'The offline copy cannot be written',
      passphrase: 'The passphrase does not fit',
    }[reason],
    what: {
      damaged: `The file was moved aside and a new one was created${detail ? `: ${detail}` : '.'}`,
      full: `There is no room to write ${detail ?? 'the offline copy'}.`,
      unwritable: `The folder of Waypost’s data does not allow writing${detail ? ` (${detail})` : ''}.`,
      passphrase: 'It does not open the offline copy.',
    }[reason],
    lost: {
      damaged: 'What was lost could not be determined.',
      full: detail
        ? 'New data was not saved in it; its earlier content stays.'
        : 'The data on screen stays, but the offline copy is not up to date.',
      unwritable: 'The data on screen stays, but there is no offline copy of it.',
      passphrase: 'Nothing was lost: the copy was not changed.',
    }[reason],
    todo: {
      damaged: 'Check drafts and jobs before you repeat a change.',
      full: 'Make room on the disk.',
      unwritable: 'Check the rights of the folder, then restart Waypost.',
      passphrase: 'Try again, minding capital letters.',
    }[reason],
    ...(damage ? damageText(damage) : {}),
    ...(isUnsent ? unsentText[reason] : {}),
  }),
  file: ({ reason, file }) => ({
    title: {
      full: 'The disk is full',
      unwritable: 'The file cannot be written',
      busy: 'Another file is being written',
      ended: 'The file was not finished',
      unread: 'The file was not read',
      gone: 'The file is not there any more',
    }[reason],
    what: {
      full: `There is no room for “${file}”.`,
      unwritable: `The folder does not allow “${file}” to be written, is not there any more, or another program holds the file.`,
      busy: `“${file}” is not finished yet.`,
      ended: `The process that made “${file}” ended early, most likely because the memory was not enough.`,
      unread: `The process that read “${file}” ended early, most likely because the memory was not enough.`,
      gone: `“${file}” was moved, renamed or deleted after it was saved.`,
    }[reason],
    lost:
      reason === 'unread' || reason === 'gone'
        ? 'Nothing was lost: the file was not changed, and nothing was sent.'
        : 'No incomplete file was left, and an existing file was not changed.',
    todo: {
      full: 'Make room, or choose another disk, and try again.',
      unwritable: 'Choose another folder, or close the file in the other program, and try again.',
      busy: 'Wait until it is, or cancel it, and try again.',
      ended: 'Try again with fewer devices or a shorter time.',
      unread: 'Split the file and open the parts one after another.',
      gone: 'Save it again if you need it.',
    }[reason],
  }),
  bug: ({ reference, ended }) => ({
    title: ended ? 'A background task stopped' : 'Something went wrong in Waypost',
    what: ended
      ? `${ended} stopped unexpectedly, because of a defect in Waypost or because memory ran out.`
      : 'An unexpected error occurred in Waypost.',
    todo: ended
      ? `Reload the window. If it happens again, report it with the reference ${reference}, which is also in the log.`
      : `Try again. If it happens again, report it with the reference ${reference}, which is also in the log.`,
  }),
};

/** The message for a fault. A kind without messages does not compile. */
export function faultText(fault: Fault, context: FaultContext): FaultWords {
  const write = messages[fault.kind] as (
    fault: Fault,
    context: FaultContext,
  ) => Omit<FaultWords, 'lost'> & { lost?: string };
  return { lost: nothingLost[context], ...write(fault, context) };
}

/** The message about damaged files of an account. */
interface DamageWords {
  title: string;
  what: string;
  lost: string;
  todo: string;
  /** What was kept and lost, one statement each. */
  details: readonly string[];
}

type Count = WorkDamage['kinds'][number];

/** Whole messages by kind, for one and for several. */
const nouns: Record<WorkKind, { one: string; many: string }> = {
  drafts: { one: 'draft', many: 'drafts' },
  journal: { one: 'journal entry', many: 'journal entries' },
  jobs: { one: 'job', many: 'jobs' },
  jobRows: { one: 'block of job rows', many: 'blocks of job rows' },
  intents: { one: 'change that was being sent', many: 'changes that were being sent' },
  acknowledgements: {
    one: 'alert acknowledgement with its note',
    many: 'alert acknowledgements with their notes',
  },
  notifications: { one: 'record of a shown warning', many: 'records of shown warnings' },
  submittedAlerts: { one: 'record of a submitted alert', many: 'records of submitted alerts' },
  notes: { one: 'note on a device', many: 'notes on devices' },
  downloads: { one: 'unfinished download', many: 'unfinished downloads' },
};

const named = (kind: WorkKind, count: number) =>
  `${count} ${count === 1 ? nouns[kind].one : nouns[kind].many}`;

function countText({ kind, kept, restored, lost }: Count): string[] {
  const fromBackup = restored === 0 ? '' : ` From a backup: ${named(kind, restored)}.`;
  if (lost === null) {
    return kept + restored === 0
      ? [`No ${nouns[kind].many} could be read; how many there were could not be determined.`]
      : [
          `Kept: ${named(kind, kept)}.${fromBackup} Whether more were lost could not be determined.`,
        ];
  }
  if (lost > 0) {
    return [`Lost: ${named(kind, lost)} could not be read. Kept: ${kept}.${fromBackup}`];
  }
  if (restored > 0) return [`Kept: ${named(kind, kept)}.${fromBackup}`];
  return kept === 0 ? [] : [`Kept: ${named(kind, kept)}, all that there were.`];
}

function countTexts(kinds: readonly Count[]): string[] {
  const isNothingKnown = kinds.every(
    ({ kept, restored, lost }) => kept + restored === 0 && lost === null,
  );
  return isNothingKnown
    ? ['Nothing of it could be read, and how much there was could not be determined.']
    : kinds.flatMap(countText);
}

function lostText({ state, kinds, backup }: WorkDamage): string {
  if (state === 'otherVersion') return 'Nothing was read from it, and nothing in it was changed.';
  const what = lostOf(kinds);
  return backup === null
    ? what
    : `${what} What could not be read is as it was in the backup of ${backup}: changes since then are missing, and what was removed since then can be back.`;
}

function lostOf(kinds: readonly Count[]): string {
  if (kinds.some(({ lost }) => lost !== null && lost > 0)) {
    return 'Not everything that you made could be read.';
  }
  return kinds.every(({ lost, restored }) => lost === 0 && restored === 0)
    ? 'Everything in it could be read and was kept.'
    : 'Whether something that you made was lost could not be determined.';
}

const workTitles: Record<WorkDamage['state'], string> = {
  damaged: 'The file with your drafts, journal and jobs was damaged',
  empty: 'The file with your drafts, journal and jobs was empty',
  missing: 'The file with your drafts, journal and jobs was missing',
  otherVersion: 'The file with your drafts, journal and jobs is from another version of Waypost',
};
const copyTitles: Record<WorkDamage['state'], string> = {
  damaged: 'The offline copy was damaged',
  empty: 'The offline copy was empty',
  missing: 'The offline copy was missing',
  otherVersion: 'The offline copy is from another version of Waypost',
};

/** Where the old files are. */
function whereText({ work, copy }: Damage): string {
  const moved = [work?.movedTo, copy?.movedTo].flatMap((name) => name ?? []);
  if (moved.length === 0) return 'A new file was created in its place.';
  if (moved.length === 1) {
    return `A new file was created in its place. The old one is in the folder of Waypost’s data: ${moved[0]}.`;
  }
  return `New files were created. The old ones are in the folder of Waypost’s data: ${moved[0]} and ${moved[1]}.`;
}

const reloaded =
  'Positions and lists are loaded again from the service; downloaded history that could not be read has to be downloaded again.';

export function damageText(damage: Damage): DamageWords {
  const { work, copy } = damage;
  const what = whereText(damage);
  if (!work) {
    return {
      title: copyTitles[copy?.state ?? 'damaged'],
      what,
      lost: `Nothing that you made was lost: drafts, journal and jobs are in another file. ${reloaded}`,
      todo: 'No action is required.',
      details: [],
    };
  }
  const lost = lostText(work);
  return {
    title: workTitles[work.state],
    what,
    lost: copy ? `${lost} The offline copy was affected too. ${reloaded}` : lost,
    todo: todoOf(work),
    details: work.state === 'otherVersion' ? [] : countTexts(work.kinds),
  };
}

function todoOf({ state, kinds }: WorkDamage): string {
  if (state === 'otherVersion') {
    return 'To use what is in it, open it with the version of Waypost that wrote it.';
  }
  return kinds.every(({ lost, restored }) => lost === 0 && restored === 0)
    ? 'Jobs that were not finished are paused.'
    : 'Jobs that were not finished are paused; what they may have sent is looked up when you resume them. Check drafts and the service before you repeat a change.';
}
