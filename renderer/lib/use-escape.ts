import { useEffect } from 'react';

/** Calls `onEscape` for an Escape key that no field, menu or dialog handles. */
export function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const isTaken =
        event.target instanceof Element &&
        event.target.closest('input, select, textarea, [role=menu], [role=dialog]');
      if (!isTaken) onEscape();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onEscape]);
}
