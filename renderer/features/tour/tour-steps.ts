import { createStore } from 'zustand/vanilla';
import { changeSettings } from '#lib/change-settings';
import type { Session } from '#shared/domain/session';
import type { Settings } from '#shared/domain/settings';

/** The steps of the tour, in order. */
export const tourSteps = ['map', 'details', 'history', 'limits', 'offline'] as const;
export type TourStep = (typeof tourSteps)[number];

/** The page that a step is about, as named in the address of the window; null: any page. */
export const pageOfStep = {
  map: 'fleet',
  details: 'fleet',
  history: 'history',
  limits: 'limits',
  offline: null,
} as const satisfies Record<TourStep, string | null>;

/** What the person opens to get to each step: a page, or the details of a device. */
const openedFor: Record<TourStep, string | null> = {
  map: null,
  details: 'device',
  history: 'history',
  limits: 'limits',
  offline: 'fleet',
};

/** The step after this one; null after the last one. */
export const stepAfter = (step: TourStep): TourStep | null =>
  tourSteps[tourSteps.indexOf(step) + 1] ?? null;

/** The step before this one; null before the first one. */
export const stepBefore = (step: TourStep): TourStep | null =>
  tourSteps[tourSteps.indexOf(step) - 1] ?? null;

/**
 * The step after the person opened a page or a device: the next one if that leads to it, else the same.
 * No step is skipped.
 */
export function stepAfterOpening(step: TourStep, opened: string): TourStep {
  const next = stepAfter(step);
  return next !== null && openedFor[next] === opened ? next : step;
}

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

interface TourState {
  step: TourStep;
  request: TourRequest;
}

const store = createStore<TourState>(() => ({ step: 'map', request: null }));

/** The tour of the demo. That it was ended is stored in the settings, its step is not. */
export const tourStore = {
  ...store,
  /** Shows it from the start, also to a person who has ended it. */
  show: () => store.setState({ step: 'map', request: 'asked' }),
  back: () => store.setState(({ step }) => ({ step: stepBefore(step) ?? step })),
  next: () => store.setState(({ step }) => ({ step: stepAfter(step) ?? step })),
  /** The person opened a page, or a `device`. */
  opened: (what: string) => store.setState(({ step }) => ({ step: stepAfterOpening(step, what) })),
  end(): void {
    // If this cannot be stored, it is still ended for this session.
    store.setState({ request: 'ended' });
    void changeSettings({ tourEnded: true });
  },
};
