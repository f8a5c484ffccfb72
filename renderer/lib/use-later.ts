import { useEffect, useState } from 'react';

/**
 * False in the first render, true in the next task. For parts of the window that the map does not need: it
 * then loads its style, and the fleet's worker its columns, while they are rendered. Not a transition, which
 * every update of a store would start over.
 */
export function useLater(): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true));
    return () => clearTimeout(timer);
  }, []);
  return isLater;
}
