import type { VisibleSet } from '#features/fleet-data';
import { MapAnswers as OwnAnswers } from '../../../renderer/features/fleet-data/visible';
import { receivedAt } from './answers-model';

/** A visible set with the times at which the worker received and composed it. */
export interface TimedSet extends VisibleSet {
  /** By slot, the devices about which something arrived since the last set. */
  receivedAt: Map<number, number>;
  /** When the worker began to compose the set. */
  begunAt: number;
  composedAt: number;
}

/** The worker's own answers for a viewport, with their times. */
export class MapAnswers extends OwnAnswers {
  override takeVisible(now: number): VisibleSet | null {
    const begunAt = Date.now();
    const visible = super.takeVisible(now);
    const times = { receivedAt: new Map(receivedAt), begunAt, composedAt: Date.now() };
    receivedAt.clear();
    return visible && ({ ...visible, ...times } satisfies TimedSet);
  }
}
