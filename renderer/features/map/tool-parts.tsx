import { CloseButton, Group } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ShortcutName } from '#shared/domain/shortcuts';
import { isShortcut } from '#lib/shortcuts';
import type { MapEngine, Overlay, OverlayOptions } from '#engines/map';
import { IconButton, type IconButtonProps } from '#ui/icon-button';
import classes from './map.module.css';

interface ToolButtonProps extends IconButtonProps {
  /** For a toggle button. */
  isPressed?: boolean;
}

/** A button of the map with its name as a tooltip. */
export function ToolButton({ isPressed, ...props }: ToolButtonProps) {
  return (
    <IconButton
      iconSize={18}
      variant={isPressed ? 'filled' : 'default'}
      size="lg"
      aria-pressed={isPressed}
      {...props}
    />
  );
}

/** What lies on the map, one below the other; `onSized`: it covers another part of the map now. */
export function PanelStack({ onSized, children }: { onSized: () => void; children: ReactNode }) {
  const stack = useRef<HTMLDivElement>(null);
  const current = useRef(onSized);
  useEffect(() => {
    current.current = onSized;
  });
  useEffect(() => {
    const element = stack.current!;
    let height = element.offsetHeight;
    const observer = new ResizeObserver(() => {
      // Another page hides the map.
      if (!element.checkVisibility() || element.offsetHeight === height) return;
      height = element.offsetHeight;
      current.current();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={stack} className={classes.panels}>
      {children}
    </div>
  );
}

interface PanelHeadProps {
  /** The accessible name of the button that closes the panel. */
  closeName: string;
  onClose: () => void;
  children: ReactNode;
}

/** The first line of a panel on the map, and the button that closes it. */
export function PanelHead({ closeName, onClose, children }: PanelHeadProps) {
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
      {children}
      <CloseButton size="sm" aria-label={closeName} title={closeName} onClick={onClose} />
    </Group>
  );
}

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
