import type { Damage, Fault, FaultKind, WorkDamage } from '#shared/fault';
import type { Format } from './format';

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

type Writers = {
  [K in FaultKind]: (
    fault: Extract<Fault, { kind: K }>,
    format: Format,
    context: FaultContext,
  ) => Omit<FaultWords, 'lost'> & { lost?: string };
};

/** Whole sentences, one after the other. */
const sentences = (...texts: readonly (string | null)[]): string => texts.filter(Boolean).join(' ');

/** What happened, with what the service says about it. */
const said = (what: string, quotation: string | undefined, { t }: Format): string =>
  sentences(what, quotation ? t('faults.said', { quotation }) : null);

const writers: Writers = {
  offline({ layer, problem, host }, { t }) {
    const of = problem ?? layer;
    return {
      title: t(`faults.offline.${of}.title`),
      what: t(`faults.offline.${of}.what`, { host: host ?? t('faults.theService') }),
      todo: t(`faults.offline.${of}.todo`),
    };
  },
  notThisService({ evidence, status, largerThanBytes }, { t, size }, context) {
    // The response was cut off at its limit, so nothing is known about who sent it.
    if (largerThanBytes !== undefined) {
      return {
        title: t('faults.tooLarge.title'),
        what: t('faults.tooLarge.what', { size: size(largerThanBytes) }),
        todo: t('faults.tooLarge.todo'),
      };
    }
    const as = context === 'open' ? 'open' : evidence === 'redirect' ? 'redirect' : 'other';
    return {
      title: t(`faults.notThisService.title.${as}`),
      what:
        evidence === 'status' && status
          ? t('faults.notThisService.what.statusWithNumber', { status: String(status) })
          : t(`faults.notThisService.what.${evidence}`),
      todo: t(`faults.notThisService.todo.${as}`),
    };
  },
  unauthorized: ({ message }, format, context) => ({
    title: format.t('faults.unauthorized.title'),
    what: said(format.t('faults.unauthorized.what'), message, format),
    todo: format.t(`faults.unauthorized.todo.${context}`),
  }),
  forbidden: refusal,
  notFound: refusal,
  conflict: refusal,
  declined: ({ reason, message }, format) => ({
    title: format.t(`faults.declined.${reason}`),
    what: format.said(message),
    todo: format.t('faults.declined.todo'),
  }),
  invalid({ message, field }, format) {
    const { t } = format;
    return {
      title: field ? t('faults.invalid.titleOfField', { field }) : t('faults.invalid.title'),
      what: format.said(message) || t('faults.invalid.noReason'),
      todo: t('faults.invalid.todo'),
    };
  },
  limitReached({ message, retryAfterSeconds }, format, context) {
    const { t } = format;
    const time = retryAfterSeconds ? format.duration(retryAfterSeconds) : null;
    const todo = {
      connect: () =>
        time
          ? t('faults.limitReached.todo.wait', { time })
          : t('faults.limitReached.todo.waitAMinute'),
      open: () =>
        time
          ? t('faults.limitReached.todo.resumes', { time })
          : t('faults.limitReached.todo.resumesSlower'),
    }[context];
    return {
      title: t('faults.limitReached.title'),
      what: said(t('faults.limitReached.what'), message, format),
      todo: todo(),
    };
  },
  busy: ({ status, message }, format) => ({
    title: format.t('faults.busy.title'),
    what: said(format.t('faults.busy.what', { status: String(status) }), message, format),
    todo: format.t('faults.busy.todo'),
  }),
  keychain({ reason, keyOf, account: named }, { t }) {
    const account = named ?? t('faults.keychain.thisAccount');
    const withAccount = {
      notStored: () => t('faults.keychain.notStored.what', { account }),
      otherAccount: () =>
        keyOf
          ? t('faults.keychain.otherAccount.whatOf', { account, owner: keyOf })
          : t('faults.keychain.otherAccount.what', { account }),
    };
    const isAboutAccount = reason === 'notStored' || reason === 'otherAccount';
    return {
      title: t(`faults.keychain.${reason}.title`),
      what: isAboutAccount ? withAccount[reason]() : t(`faults.keychain.${reason}.what`),
      lost: isAboutAccount
        ? t(`faults.keychain.${reason}.lost`)
        : t('faults.keychain.heldInMemory'),
      todo: t(`faults.keychain.${reason}.todo`),
    };
  },
  storage({ reason, detail, damage, isUnsent }, format) {
    const { t } = format;
    if (isUnsent) return unsentText(reason, format);
    if (damage) return damageText(damage, format);
    const what = {
      damaged: () =>
        detail
          ? t('faults.storage.damaged.whatWithDetail', { detail })
          : t('faults.storage.damaged.what'),
      full: () =>
        detail
          ? t('faults.storage.full.what', { file: detail })
          : t('faults.storage.full.whatOfCopy'),
      unwritable: () =>
        detail
          ? t('faults.storage.unwritable.whatWithDetail', { detail })
          : t('faults.storage.unwritable.what'),
      passphrase: () => t('faults.storage.passphrase.what'),
    }[reason];
    return {
      title: t(`faults.storage.${reason}.title`),
      what: what(),
      lost:
        reason === 'full' && !detail
          ? t('faults.storage.full.lostOfCopy')
          : t(`faults.storage.${reason}.lost`),
      todo: t(`faults.storage.${reason}.todo`),
    };
  },
  file: ({ reason, file }, { t }) => ({
    title: t(`faults.file.${reason}.title`),
    what: t(`faults.file.${reason}.what`, { file }),
    lost:
      reason === 'unread' || reason === 'gone'
        ? t('faults.file.notChanged')
        : t('faults.file.noneLeft'),
    todo: t(`faults.file.${reason}.todo`),
  }),
  bug({ reference, ended }, format) {
    const { t } = format;
    return ended
      ? {
          title: t('faults.bug.ended.title'),
          what: t('faults.bug.ended.what', { task: ended }),
          todo: t('faults.bug.ended.todo', { reference }),
        }
      : {
          title: t('faults.bug.title'),
          what: t('faults.bug.what'),
          todo: t('faults.bug.todo', { reference }),
        };
  },
};

function refusal(
  { kind, message }: Extract<Fault, { kind: 'forbidden' | 'notFound' | 'conflict' }>,
  format: Format,
) {
  return {
    title: format.t(`faults.${kind}.title`),
    what: said(format.t(`faults.${kind}.what`), message, format),
    todo: format.t(`faults.${kind}.todo`),
  };
}

/** A change that was not sent, because nothing can be stored. */
function unsentText(
  reason: Extract<Fault, { kind: 'storage' }>['reason'],
  { t }: Format,
): FaultWords {
  const as = reason === 'full' || reason === 'unwritable' ? reason : 'unusable';
  return {
    title: t(`faults.unsent.${as}.title`),
    what: t('faults.unsent.what'),
    lost: t('faults.unsent.lost'),
    todo: t(`faults.unsent.${as}.todo`),
  };
}

/** The message for a fault. A kind without messages does not compile. */
export function faultText(fault: Fault, context: FaultContext, format: Format): FaultWords {
  const write = writers[fault.kind] as (
    fault: Fault,
    format: Format,
    context: FaultContext,
  ) => Omit<FaultWords, 'lost'> & { lost?: string };
  return { lost: format.t(`faults.nothingLost.${context}`), ...write(fault, format, context) };
}

/** The message about damaged files of an account. */
interface DamageWords extends FaultWords {
  /** What was kept and lost, one statement each. */
  details: readonly string[];
}

type Count = WorkDamage['kinds'][number];

/** What was lost, kept and restored of a kind; null: there was nothing. */
function countText({ kind, kept, restored, lost }: Count, { t }: Format): string | null {
  const fromBackup =
    restored === 0 ? null : t(`faults.damage.${kind}.restored`, { count: restored });
  if (lost === null) {
    return kept + restored === 0
      ? t(`faults.damage.${kind}.unknown`)
      : sentences(
          t(`faults.damage.${kind}.kept`, { count: kept }),
          fromBackup,
          t('faults.damage.maybeMore'),
        );
  }
  if (lost > 0) {
    return sentences(t(`faults.damage.${kind}.lost`, { count: lost, kept }), fromBackup);
  }
  if (fromBackup) return sentences(t(`faults.damage.${kind}.kept`, { count: kept }), fromBackup);
  return kept === 0 ? null : t(`faults.damage.${kind}.keptAll`, { count: kept });
}

function countTexts(kinds: readonly Count[], format: Format): string[] {
  const isNothingKnown = kinds.every(
    ({ kept, restored, lost }) => kept + restored === 0 && lost === null,
  );
  return isNothingKnown
    ? [format.t('faults.damage.nothingRead')]
    : kinds.flatMap((kind) => countText(kind, format) ?? []);
}

function lostText({ state, kinds, backup }: WorkDamage, { t, calendarDay }: Format): string {
  if (state === 'otherVersion') return t('faults.damage.lost.otherVersion');
  return sentences(
    t(`faults.damage.lost.${lostOf(kinds)}`),
    backup === null ? null : t('faults.damage.lost.fromBackup', { day: calendarDay(backup) }),
  );
}

const isWhole = (kinds: readonly Count[]) =>
  kinds.every(({ lost, restored }) => lost === 0 && restored === 0);

function lostOf(kinds: readonly Count[]): 'some' | 'none' | 'unknown' {
  if (kinds.some(({ lost }) => lost !== null && lost > 0)) return 'some';
  return isWhole(kinds) ? 'none' : 'unknown';
}

/** Where the old files are. */
function whereText({ work, copy }: Damage, { t }: Format): string {
  const moved = [work?.movedTo, copy?.movedTo].flatMap((name) => name ?? []);
  if (moved.length === 0) return t('faults.damage.where.new');
  return moved.length === 1
    ? t('faults.damage.where.one', { file: moved[0]! })
    : t('faults.damage.where.two', { files: moved });
}

export function damageText(damage: Damage, format: Format): DamageWords {
  const { t } = format;
  const { work, copy } = damage;
  const what = whereText(damage, format);
  if (!work) {
    return {
      title: t(`faults.damage.copy.${copy?.state ?? 'damaged'}`),
      what,
      lost: sentences(t('faults.damage.lost.notWork'), t('faults.damage.lost.reloaded')),
      todo: t('faults.damage.todo.none'),
      details: [],
    };
  }
  return {
    title: t(`faults.damage.work.${work.state}`),
    what,
    lost: sentences(
      lostText(work, format),
      copy && t('faults.damage.lost.copyToo'),
      copy && t('faults.damage.lost.reloaded'),
    ),
    todo: t(`faults.damage.todo.${todoOf(work)}`),
    details: work.state === 'otherVersion' ? [] : countTexts(work.kinds, format),
  };
}

function todoOf({ state, kinds }: WorkDamage): 'otherVersion' | 'paused' | 'check' {
  if (state === 'otherVersion') return 'otherVersion';
  return isWhole(kinds) ? 'paused' : 'check';
}
