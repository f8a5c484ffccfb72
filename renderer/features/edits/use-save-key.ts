import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';

/** The registered save handlers. The last one is active: it belongs to the element shown last. */
const savers: (() => void)[] = [];

function onKeyDown(event: KeyboardEvent): void {
  const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's';
  if (!isSave || event.altKey || event.shiftKey || event.defaultPrevented) return;
  event.preventDefault();
  savers.at(-1)?.();
}

/** Calls `onSave` for Ctrl+S or Cmd+S wherever the focus is. A dialog's handler wins over the page's. */
export function useSaveKey(onSave: (() => void) | null): void {
  const latest = useRef(onSave);
  // A layout effect, because the key may be pressed right after rendering.
  useLayoutEffect(() => {
    latest.current = onSave;
  });
  const save = useCallback(() => latest.current?.(), []);
  const isOn = onSave !== null;
  useEffect(() => {
    if (!isOn) return;
    savers.push(save);
    if (savers.length === 1) window.addEventListener('keydown', onKeyDown);
    return () => {
      savers.splice(savers.lastIndexOf(save), 1);
      if (savers.length === 0) window.removeEventListener('keydown', onKeyDown);
    };
  }, [isOn, save]);
}
