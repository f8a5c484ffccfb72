import { useState, type DragEvent } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useFormat } from '#lib/use-format';
import classes from './groups.module.css';

/** Marks a drag as one of devices. The ids stay in the renderer. */
const dragType = 'application/x-waypost-devices';

/** The devices that are being dragged. */
const dragged = createStore<{ ids: readonly string[] | null }>(() => ({ ids: null }));

/** Returns the handler for a row of a device table that starts to be dragged. */
export function useDeviceDrag() {
  const { counted } = useFormat();
  return (event: DragEvent, ids: readonly string[]) =>
    startDrag(event, ids, counted(ids.length, 'device'));
}

function startDrag(event: DragEvent, ids: readonly string[], label: string): void {
  const { dataTransfer } = event;
  dataTransfer.setData(dragType, label);
  dataTransfer.effectAllowed = 'copyMove';
  setDragLabel(dataTransfer, label);
  const watch = new AbortController();
  const end = () => {
    watch.abort();
    dragged.setState({ ids: null });
  };
  // Chromium cancels a drag if the page changes while the drag starts.
  setTimeout(() => {
    dragged.setState({ ids });
    // A row that was removed by scrolling fires no dragend, but the pointer moves after the drag.
    for (const last of ['dragend', 'pointermove', 'pointerdown', 'keydown']) {
      window.addEventListener(last, end, { signal: watch.signal });
    }
  });
}

/** Shows the number of devices at the pointer instead of an image of one row. */
function setDragLabel(dataTransfer: DataTransfer, label: string): void {
  const element = document.createElement('div');
  element.className = classes.dragLabel ?? '';
  element.textContent = label;
  document.body.append(element);
  dataTransfer.setDragImage(element, -12, -8);
  setTimeout(() => element.remove());
}

/** Whether devices are being dragged. */
export const useIsDragging = () => useStore(dragged, ({ ids }) => ids !== null);

/** Props for a drop target of devices. Every drop must also be possible by keyboard elsewhere. */
export function useDeviceDrop(onDropped: (ids: readonly string[]) => void) {
  const [isOver, setOver] = useState(false);
  return {
    /** For styling. */
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(dragType)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      const to = event.relatedTarget;
      if (!(to instanceof Node) || !event.currentTarget.contains(to)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      const { ids } = dragged.getState();
      if (!event.dataTransfer.types.includes(dragType) || !ids) return;
      event.preventDefault();
      onDropped(ids);
    },
  };
}
