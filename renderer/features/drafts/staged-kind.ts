import type { FieldChange } from '#shared/domain/change';
import type { Draft, RecordKind, Saved } from '#shared/domain/edit';
import type { Outcome } from '#shared/fault';
import type { Choices } from './conflict-choice';
import type { DraftOf } from './draft-store';
import type { StagedConflict } from './save-drafts';

type Fields = Record<string, unknown>;

/** What saving what was staged in a table must know of a kind of record. */
export interface StagedKind<R> {
  kind: RecordKind;
  /** One of them: "user". */
  noun: string;
  /** "Limits of 2 devices saved". */
  savedTitle: (count: string) => string;
  change: (draft: Draft) => Promise<Outcome<Saved<R>>>;
  draftOf: (record: R) => DraftOf;
  /** What a draft changes, for the review; a password shows as "(set)". */
  changesOf: (draft: Draft) => FieldChange[];
  /** A value in words, where the page knows better ones than the field has. */
  show?: (field: string, value: unknown) => string;
  /** What is still to be saved on top of the service's record, once the person has chosen. */
  afterConflict: (conflict: StagedConflict<R>, edit: Fields, choices: Choices) => Fields;
  /** The same for what was typed while the save was under way. */
  afterSave: (sent: Draft, saved: R, edit: Fields) => Fields;
}
