import { useEffect, useState } from 'react';
import type { MapEngine, Overlay, OverlayOptions } from '#engines/map';

/** Layers of a tool on the map while it is on. `options` is the same object each time. */
export function useOverlay(
  engine: MapEngine,
  options: OverlayOptions,
  isOn = true,
): Overlay | null {
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  useEffect(() => {
    if (!isOn) return undefined;
    const added = engine.addOverlay(options);
    setOverlay(added);
    return () => {
      added.remove();
      setOverlay(null);
    };
  }, [engine, options, isOn]);
  return overlay;
}
