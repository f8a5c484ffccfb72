import { alertNames as labels, alertWords } from '#shared/domain/alert-names';

/** The label of a kind of alert, as in notifications; an undocumented name is shown as it is. */
export const alertWord = alertWords;

/** The documented names, sorted by their labels. */
export const alertNames = Object.keys(labels).toSorted((a, b) =>
  alertWord(a).localeCompare(alertWord(b), 'en'),
);
