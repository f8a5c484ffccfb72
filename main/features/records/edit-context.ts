import type { EntityOf } from '#shared/domain/edit';
import type { AttemptedAt } from './creating';
import type { Kind, Sent } from './remote';

export type { Sent } from './remote';

/** The caller of an edit, and data that it already has. */
export interface EditContext {
  /** The job it is part of, for the journal. Jobs store the state of their rows themselves, so no intent is logged. */
  jobId?: string | null;
  /** The record as it was read a moment ago, with its JSON; spares one read. */
  prefetched?: Sent<EntityOf[Kind]>;
  /**
   * Of a create, for a caller that records its attempts itself: when it was first tried without a
   * known end, or null. Absent: the attempt is recorded here.
   */
  attemptedAt?: AttemptedAt;
}
