/** The fixed texts of this folder `ui`; those with values are in the modules of messages. */
export const texts = {
  copied: 'Copied',
  dragToResizeDoubleClick: 'Drag to resize; double-click to reset',
  clickToSortDragOr: 'Click to sort. Drag, or Alt with an arrow key, to move.',
  loading: 'Loading',
  openCalendar: 'Open calendar',
  enterATimeSuchAs: 'Enter a time such as 22:00.',
  enterADateAndA: 'Enter a date and a time such as 22 Nov 2026, 14:03.',
  enterADateSuchAs: 'Enter a date such as 22 Nov 2026.',
  notProvided: 'Not provided',
  putBack: 'Put back',
  changed: 'changed',
  closeDetails: 'Close details',
  dismiss: 'Dismiss',
  clearTheSearch: 'Clear the search',
  dismissMessage: 'Dismiss message',
  all: 'All',
} as const;
