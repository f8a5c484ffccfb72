import type { EntityOf } from '#shared/domain/edit-command';
import type { AttemptedAt } from './creating';
import type { Kind, Sent } from './remote';

export type { Sent } from './remote';

/** Around one edit: who runs it, and what is known already. */
export interface EditContext {
  /** The job it is part of, for the journal. Jobs keep intents of their own. */
  jobId?: string | null;
  /** The record as it was read a moment ago, with its JSON; spares one read. */
  prefetched?: Sent<EntityOf[Kind]>;
  /**
   * Of a create, for a caller that records its attempts itself: when it was first tried without a
   * known end, or null. Absent: the attempt is recorded here.
   */
  attemptedAt?: AttemptedAt;
}
