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
export type StepPage = NonNullable<(typeof pageOfStep)[TourStep]>;

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
