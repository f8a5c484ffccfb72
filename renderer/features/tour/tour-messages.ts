import type { StepPage, TourStep } from './tour-steps';

export const tourMessages = {
  name: 'Tour',
  show: 'Show the tour',
  progress: ({ step, steps }: { step: number; steps: number }) => `Step ${step} of ${steps}`,
  back: 'Back',
  next: 'Next',
  finish: 'Finish',
  skip: 'Skip the tour',
} as const;

export const stepMessages: Record<TourStep, { title: string; text: string }> = {
  map: {
    title: 'Map',
    text: 'Each device is at its last known position. Select one on the map or in the table to open its details.',
  },
  details: {
    title: 'Details',
    text: 'Select a device to see its last report and how old it is. Follow keeps it in the middle of the map.',
  },
  history: {
    title: 'History',
    text: 'Choose a device and a time to see its track, trips and stops, and to play them back.',
  },
  limits: {
    title: 'Limits',
    text: 'Set how many e-mails and SMS a device can send in a day, and see which devices will reach their limit.',
  },
  offline: {
    title: 'Offline',
    text: 'Without a network the fleet stays on screen, with the age of each position. The status bar says whether it is live.',
  },
};

/** The link to the page of a step, shown on other pages. */
export const pageLinkMessages: Record<StepPage, string> = {
  fleet: 'Open Fleet',
  history: 'Open History',
  limits: 'Open Limits',
};
