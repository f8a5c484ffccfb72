import { z } from 'zod';
import type { Coverage } from './history';

/** How much of a log of one day is cached, the best first. */
export const loadedStates = ['complete', 'canChange', 'incomplete', 'partly', 'notLoaded'] as const;
export const loadedStateSchema = z.enum(loadedStates);
export type LoadedState = z.infer<typeof loadedStateSchema>;

/** The state of a range of one day. */
export function loadedState({ days, asOf }: Pick<Coverage, 'days' | 'asOf'>): LoadedState {
  if (asOf === null) return 'notLoaded';
  if (days.incomplete > 0) return 'incomplete';
  if (days.notLoaded > 0) return 'partly';
  return days.canChange > 0 ? 'canChange' : 'complete';
}

/** What a reader of the report has to know of a day that is not complete. */
export const loadedNotes: Record<LoadedState, string | null> = {
  complete: null,
  canChange: 'Late reports may still be added',
  incomplete: 'The answer of the service was not complete',
  partly: 'A part of the day is not loaded',
  notLoaded: 'Not loaded',
};

export const reportFormats = ['pdf', 'xlsx'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** The most devices of one report. */
export const mostReportedDevices = 1_000;
