import type { Draft, RecordKind } from '#shared/domain/edit';
import { inAccount } from '#lib/account-scope';
import { faultText } from '#lib/fault-text';
import type { Format } from '#lib/format';
import { moreText } from '#lib/list-text';
import { showToast } from '#lib/toasts';
import { openDraft, type RecordDraft } from './draft-store';
import { messages, texts } from './edits-texts';
import { saveDrafts } from './save-drafts';

/** Why a draft of a kind cannot be sent as it is; null: it can. */
export type DraftChecks = Record<RecordKind, (draft: RecordDraft) => string | null>;

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
  format: Pick<Format, 'count'>,
): Promise<void> {
  const problems = new Map(drafts.map((draft) => [draft.key, checks[draft.kind](draft)]));
  const result = await inAccount(
    saveDrafts(drafts.filter(({ key }) => problems.get(key) === null)),
  );
  if (!result) return;
  const { saved, conflicts, failed } = result;
  for (const { draft, fault } of failed) {
    const { title, what } = faultText(fault, 'open');
    problems.set(draft.key, `${title}. ${what}`);
  }
  for (const { draft } of conflicts) problems.set(draft.key, texts.someoneElseChangedItToo);
  const savedKeys = new Set(saved.map(({ draft }) => draft.key));
  const kept = drafts.filter(({ key }) => !savedKeys.has(key));
  if (saved.length > 0) {
    showToast({ tone: 'info', title: messages.draftsSaved(saved.length, format) });
  }
  const [first] = kept;
  if (!first) return;
  const named = kept.flatMap(({ key, label }) => {
    const problem = problems.get(key);
    return problem ? [messages.draftProblem(label, problem)] : [];
  });
  const more = named.length > mostNamed ? [moreText(named.length - mostNamed, format)] : [];
  showToast({
    tone: 'error',
    title: messages.draftsNotSaved(kept.length, format),
    text: [...named.slice(0, mostNamed), ...more].join(' '),
    actions: [{ label: texts.openTheDraft, run: () => openDraft(first) }],
  });
}
