import type { Session } from '#shared/domain/session';
import type { Settings } from '#shared/domain/settings';

/** What happened to the tour since the window was opened; null: nothing. */
export type TourRequest = 'asked' | 'ended' | null;

/**
 * Whether the tour is shown: in the demo only, and without being asked for only to a person who has no
 * account on this computer and has not ended it before. `settings` are null until they are known.
 */
export function isTourShown(
  session: Session | null,
  settings: Pick<Settings, 'tourEnded'> | null,
  request: TourRequest,
): boolean {
  if (session?.phase !== 'open' || !session.profile.isDemo || request === 'ended') return false;
  return request === 'asked' || (settings?.tourEnded === false && session.known.length === 0);
}
