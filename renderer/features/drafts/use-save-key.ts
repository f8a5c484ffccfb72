import { useCallbackRef } from '@mantine/hooks';
import { useEffect } from 'react';

/** Calls `onSave` for Ctrl+S or Cmd+S, wherever the focus is; the innermost dialog wins. */
export function useSaveKey(onSave: (() => void) | null): void {
  const save = useCallbackRef(() => onSave?.());
  const isOn = onSave !== null;
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's';
      if (!isSave || event.altKey || event.shiftKey || event.defaultPrevented) return;
      event.preventDefault();
      save();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isOn, save]);
}
