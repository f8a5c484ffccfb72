import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useFleetStore } from '#features/fleet';
import { useSession } from '#features/session';
import { settingsMirror } from '#features/settings';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { isTourShown, pageOfStep, stepBefore, tourSteps, tourStore } from './tour-steps';
import classes from './tour.module.css';

interface TourProps {
  /** The page on screen, as named in the address of the window. */
  page: string;
}

/** The tour of the demo, while it is shown: one step at a time, in the flow of the window. */
export function Tour({ page }: TourProps) {
  const session = useSession();
  const settings = useStore(settingsMirror, ({ value }) => value);
  const request = useStore(tourStore, (state) => state.request);
  return isTourShown(session, settings, request) ? <ShownTour page={page} /> : null;
}

function ShownTour({ page }: TourProps) {
  const { t } = useFormat();
  const step = useStore(tourStore, (state) => state.step);
  const next = useRef<HTMLButtonElement>(null);
  useFollowed(page);
  const number = tourSteps.indexOf(step) + 1;
  const isLast = number === tourSteps.length;
  const stepPage = pageOfStep[step];
  const goBack = () => {
    tourStore.back();
    // The first step has no such button.
    if (stepBefore(tourStore.getState().step) === null) next.current?.focus();
  };
  const end = () => {
    tourStore.end();
    // The pressed button is gone.
    document.querySelector('main')?.focus();
  };
  return (
    <section className={classes.tour} aria-label={t('tour.name')}>
      <p className={classes.text} aria-live="polite">
        <strong className={classes.title}>{t(`tour.step.${step}`)}</strong>{' '}
        {t(`tour.step.${step}.text`)}
      </p>
      <div className={classes.actions}>
        <span className={classes.progress}>
          {t('tour.progress', { step: number, steps: tourSteps.length })}
        </span>
        {stepPage !== null && stepPage !== page && (
          <Button component="a" href={`#/${stepPage}`} size="compact-sm" variant="light">
            {t(`tour.open.${stepPage}`)}
          </Button>
        )}
        {stepBefore(step) !== null && (
          <ActionButton size="compact-sm" onClick={goBack}>
            {t('tour.back')}
          </ActionButton>
        )}
        <ActionButton ref={next} size="compact-sm" onClick={isLast ? end : tourStore.next}>
          {t(isLast ? 'tour.finish' : 'tour.next')}
        </ActionButton>
        {!isLast && (
          <Button size="compact-sm" variant="subtle" onClick={end}>
            {t('tour.skip')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** The tour goes on when the person opens what its next step is about. */
function useFollowed(page: string): void {
  const fleet = useFleetStore();
  useEffect(() => tourStore.opened(page), [page]);
  useEffect(
    () =>
      fleet.subscribe(({ picks }, before) => {
        if (picks !== before.picks) tourStore.opened('device');
      }),
    [fleet],
  );
}
