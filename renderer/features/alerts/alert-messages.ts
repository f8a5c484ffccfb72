import { alertNames as wordsByName, alertWords } from '#shared/domain/alert-names';

/** A kind of alert in the words of the notifications too; a name that no document knows stays as it came. */
export const alertWord = alertWords;

/** The documented names, in the order of their words. */
export const alertNames = Object.keys(wordsByName).toSorted((a, b) =>
  alertWord(a).localeCompare(alertWord(b), 'en'),
);
