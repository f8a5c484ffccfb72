import { useEffect, useState, type FocusEvent } from 'react';

/** Handlers that tell whether the pointer is over an element, or the keyboard focus in it. */
export function useInUse(onUse: ((isInUse: boolean) => void) | undefined) {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isInUse = isPointed || isFocused;
  useEffect(() => {
    onUse?.(isInUse);
  }, [onUse, isInUse]);
  return {
    onMouseEnter: () => setPointed(true),
    onMouseLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setFocused(currentTarget.contains(relatedTarget as Node | null)),
  };
}
