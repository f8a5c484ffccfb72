import type { Damage, WorkDamage, WorkKind } from '#shared/fault';

/** The message about damaged files of an account. */
export interface DamageWords {
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
