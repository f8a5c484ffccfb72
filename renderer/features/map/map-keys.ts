import { useEffect, useRef } from 'react';
import type { ShortcutName } from '#shared/domain/shortcuts';
import { isShortcut } from '#lib/shortcuts';

/** Keys that count where nothing else takes them, while their map is on screen. */
export function useMapKeys(
  keys: Partial<Record<ShortcutName, () => void>>,
  isShown: () => boolean,
): void {
  const current = useRef({ keys, isShown });
  useEffect(() => {
    current.current = { keys, isShown };
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, defaultPrevented } = event;
      if (defaultPrevented || !(target instanceof Element)) return;
      const isOnMap = target.closest('.maplibregl-canvas-container, [data-covers-map]');
      const isFree =
        target === document.body || (isOnMap && !target.closest('input, select, [role=menu]'));
      if (!isFree || !current.current.isShown()) return;
      for (const [name, run] of Object.entries(current.current.keys)) {
        if (!isShortcut(event, name as ShortcutName)) continue;
        event.preventDefault();
        run();
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
