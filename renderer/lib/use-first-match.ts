import { useEffect, useState, type KeyboardEvent } from 'react';

interface FirstMatchOptions<T> {
  combobox: { getSelectedOptionIndex: () => number; resetSelectedOption: () => void };
  /** The list shows what was found for the text, not for the one before it. */
  isAnswered: boolean;
  /** The first of the list; undefined: there is none, or Enter chooses nothing. */
  best: T | undefined;
  choose: (best: T) => void;
}

/**
 * Enter in a field that searches elsewhere: it chooses the best match of what was typed as soon as the answer is
 * there, never one of the text before it.
 */
export function useFirstMatch<T>({ combobox, isAnswered, best, choose }: FirstMatchOptions<T>) {
  /** Enter was pressed before the answer was there. */
  const [isChosenEarly, setChosenEarly] = useState(false);

  useEffect(() => {
    if (!isChosenEarly || !isAnswered) return;
    setChosenEarly(false);
    if (best !== undefined) choose(best);
    // `choose` is another function each time.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isChosenEarly, isAnswered, best]);

  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
      if (!isAnswered) {
        event.preventDefault();
        // The combobox would choose it.
        combobox.resetSelectedOption();
        setChosenEarly(true);
      } else if (combobox.getSelectedOptionIndex() === -1 && best !== undefined) {
        // The first one is selected a moment after it is shown.
        event.preventDefault();
        choose(best);
      }
    },
    /** The text changed, or the list was closed. */
    forget: () => setChosenEarly(false),
  };
}
