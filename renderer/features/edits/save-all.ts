import type { Draft, RecordKind } from '#shared/domain/edit';
import { inAccount } from '#lib/account-scope';
import { faultText } from '#lib/faults';
import type { Format } from '#lib/format';
import { showToast } from '#lib/toasts';
import { currentFormat } from '#lib/use-format';
import { openDraft, type RecordDraft } from './draft-store';
import { draftName, saveDrafts } from './save-drafts';

/** Why a draft of a kind cannot be sent as it is; null: it can. */
export type DraftChecks = Record<RecordKind, (draft: RecordDraft, format: Format) => string | null>;

const isOfRecord = (draft: Draft): draft is Draft & RecordDraft =>
  draft.kind === 'user' || draft.kind === 'group' || draft.kind === 'limits';

/** The drafts that are changes of records: the others are sent from their pages. */
export const recordDrafts = (drafts: Iterable<Draft>): RecordDraft[] =>
  [...drafts].filter(isOfRecord);

const mostNamed = 3;

/**
 * Sends every draft that can be sent, one after the other, and says what became of them. One that is not valid, or
 * that somebody else changed too, stays a draft.
 */
export async function saveAllDrafts(
  drafts: readonly RecordDraft[],
  checks: DraftChecks,
): Promise<void> {
  const problems = new Map(
    drafts.map((draft) => [draft.key, checks[draft.kind](draft, currentFormat())]),
  );
  const result = await inAccount(
    saveDrafts(drafts.filter(({ key }) => problems.get(key) === null)),
  );
  if (!result) return;
  const { saved, conflicts, failed } = result;
  const format = currentFormat();
  const { t } = format;
  for (const { draft, fault } of failed) {
    const { title, what } = faultText(fault, 'open', format);
    problems.set(draft.key, t('edits.drafts.fault', { title, what }));
  }
  for (const { draft } of conflicts) problems.set(draft.key, t('edits.drafts.changedByOthers'));
  const savedKeys = new Set(saved.map(({ draft }) => draft.key));
  const kept = drafts.filter(({ key }) => !savedKeys.has(key));
  if (saved.length > 0) {
    showToast({ tone: 'info', title: t('edits.drafts.saved', { count: saved.length }) });
  }
  const [first] = kept;
  if (!first) return;
  const named = kept.flatMap((draft) => {
    const problem = problems.get(draft.key);
    return problem
      ? [t('edits.drafts.problem', { record: draftName(draft, format), problem })]
      : [];
  });
  const rest = named.length - mostNamed;
  const more = rest > 0 ? [t('common.more', { count: rest })] : [];
  showToast({
    tone: 'error',
    title: t('edits.drafts.notSaved', { count: kept.length }),
    text: [...named.slice(0, mostNamed), ...more].join(' '),
    actions: [{ label: t('edits.drafts.open'), run: () => openDraft(first) }],
  });
}
