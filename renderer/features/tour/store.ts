import { createStore } from 'zustand/vanilla';
import { changeSettings } from '#lib/change-settings';
import type { TourRequest } from './is-tour-shown';
import { stepAfter, stepAfterOpening, stepBefore, type TourStep } from './tour-steps';

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
