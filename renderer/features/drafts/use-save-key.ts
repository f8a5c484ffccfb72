import { useCallbackRef } from '@mantine/hooks';
import { useEffect } from 'react';

/** Who saves, the innermost last: what was shown last is what the person means. */
const savers: (() => void)[] = [];

function onKeyDown(event: KeyboardEvent): void {
  const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's';
  if (!isSave || event.altKey || event.shiftKey || event.defaultPrevented) return;
  event.preventDefault();
  savers.at(-1)?.();
}

/** Calls `onSave` for Ctrl+S or Cmd+S wherever the focus is; a dialog's own wins over the page's. */
export function useSaveKey(onSave: (() => void) | null): void {
  const save = useCallbackRef(() => onSave?.());
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
