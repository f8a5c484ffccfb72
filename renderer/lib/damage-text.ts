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

function countText({ kind, kept, lost }: Count): string[] {
  if (lost === null) {
    return kept === 0
      ? [`No ${nouns[kind].many} could be read; how many there were could not be determined.`]
      : [`Kept: ${named(kind, kept)}. Whether more were lost could not be determined.`];
  }
  if (lost > 0) return [`Lost: ${named(kind, lost)} could not be read. Kept: ${kept}.`];
  return kept === 0 ? [] : [`Kept: ${named(kind, kept)}, all that there were.`];
}

function countTexts(kinds: readonly Count[]): string[] {
  const isNothingKnown = kinds.every(({ kept, lost }) => kept === 0 && lost === null);
  return isNothingKnown
    ? ['Nothing of it could be read, and how much there was could not be determined.']
    : kinds.flatMap(countText);
}

function lostText(kinds: readonly Count[]): string {
  if (kinds.some(({ lost }) => lost !== null && lost > 0)) {
    return 'Not everything that you made could be read.';
  }
  return kinds.every(({ lost }) => lost === 0)
    ? 'Everything in it could be read and was kept.'
    : 'Whether something that you made was lost could not be determined.';
}

const workTitles: Record<WorkDamage['state'], string> = {
  damaged: 'The file with your drafts, journal and jobs was damaged',
  empty: 'The file with your drafts, journal and jobs was empty',
  missing: 'The file with your drafts, journal and jobs was missing',
};
const copyTitles: Record<WorkDamage['state'], string> = {
  damaged: 'The offline copy was damaged',
  empty: 'The offline copy was empty',
  missing: 'The offline copy was missing',
};

/** Where the damaged files are. */
function whereText({ work, copy }: Damage): string {
  const moved = [work?.movedTo, copy?.movedTo].flatMap((name) => name ?? []);
  if (moved.length === 0) return 'A new file was created in its place.';
  if (moved.length === 1) {
    return `A new file was created in its place. The damaged one is in the folder of Waypost’s data: ${moved[0]}.`;
  }
  return `New files were created. The damaged ones are in the folder of Waypost’s data: ${moved[0]} and ${moved[1]}.`;
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
  const isWhole = work.kinds.every(({ lost }) => lost === 0);
  const lost = lostText(work.kinds);
  return {
    title: workTitles[work.state],
    what,
    lost: copy ? `${lost} The offline copy was affected too. ${reloaded}` : lost,
    todo: isWhole
      ? 'No action is required.'
      : 'Check drafts, jobs and the service before you repeat a change. If you have a backup of the folder, it can contain what is missing.',
    details: countTexts(work.kinds),
  };
}
