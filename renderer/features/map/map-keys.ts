import { useEffect, useRef } from 'react';

/** Keys that count where nothing else takes them, while their map is on screen. */
export function useMapKeys(keys: Record<string, () => void>, isShown: () => boolean): void {
  const current = useRef({ keys, isShown });
  useEffect(() => {
    current.current = { keys, isShown };
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, ctrlKey, altKey, metaKey, defaultPrevented } = event;
      if (defaultPrevented || ctrlKey || altKey || metaKey || !(target instanceof Element)) return;
      const isOnMap = target.closest('.maplibregl-canvas-container, [data-covers-map]');
      const isFree =
        target === document.body || (isOnMap && !target.closest('input, select, [role=menu]'));
      const run =
        isFree && current.current.isShown() && current.current.keys[event.key.toLowerCase()];
      if (!run) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
