import type { FieldChange } from '#shared/domain/change';
import type { Draft, RecordKind, Saved } from '#shared/domain/edit';
import type { Outcome } from '#shared/fault';
import type { Choices } from './conflict-choice';
import type { DraftOf } from './draft-store';
import type { StagedConflict } from './save-drafts';

type Fields = Record<string, unknown>;

/** How staged edits of one kind of record are saved. */
export interface StagedKind<R> {
  kind: RecordKind;
  change: (draft: Draft) => Promise<Outcome<Saved<R>>>;
  draftOf: (record: R) => DraftOf;
  /** The changes of a draft, for the review; a password shows as "(set)". */
  changesOf: (draft: Draft) => FieldChange[];
  /** What the user should know before the draft is saved; absent or null: nothing beside its changes. */
  warningOf?: (draft: Draft) => string | null;
  /** Formats a value, if the page can do it better than the default. */
  show?: (field: string, value: unknown) => string;
  /** The remaining edit on top of the service's record, after the user has chosen. */
  afterConflict: (conflict: StagedConflict<R>, edit: Fields, choices: Choices) => Fields;
  /** The remaining edit after saving, for edits typed meanwhile. */
  afterSave: (sent: Draft, saved: R, edit: Fields) => Fields;
}
