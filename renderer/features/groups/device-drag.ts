import { useState, type DragEvent } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useFormat } from '#lib/use-format';
import classes from './groups.module.css';

/** Marks a drag as one of devices; which ones stays in the window. */
const dragType = 'application/x-waypost-devices';

/** Devices on their way from a table to a group. */
const dragged = createStore<{ ids: readonly string[] | null }>(() => ({ ids: null }));

/** What is to be called when a row of a table of devices begins to be dragged. */
export function useDeviceDrag() {
  const { counted } = useFormat();
  return (event: DragEvent, ids: readonly string[]) =>
    begin(event, ids, counted(ids.length, 'device'));
}

function begin(event: DragEvent, ids: readonly string[], words: string): void {
  const { dataTransfer } = event;
  dataTransfer.setData(dragType, words);
  dataTransfer.effectAllowed = 'copyMove';
  showAtPointer(dataTransfer, words);
  const watch = new AbortController();
  const end = () => {
    watch.abort();
    dragged.setState({ ids: null });
  };
  // Chromium gives up a drag during whose first moment the page changes.
  setTimeout(() => {
    dragged.setState({ ids });
    // A row that was scrolled away meanwhile tells no end, but the pointer moves again after it.
    for (const last of ['dragend', 'pointermove', 'pointerdown', 'keydown']) {
      window.addEventListener(last, end, { signal: watch.signal });
    }
  });
}

/** How many are on their way, instead of a picture of the one row that was grasped. */
function showAtPointer(dataTransfer: DataTransfer, words: string): void {
  const label = document.createElement('div');
  label.className = classes.dragLabel ?? '';
  label.textContent = words;
  document.body.append(label);
  dataTransfer.setDragImage(label, -12, -8);
  setTimeout(() => label.remove());
}

/** Whether devices are on their way. */
export const useIsDragging = () => useStore(dragged, ({ ids }) => ids !== null);

/** A place on which devices can be dropped; there has to be a way by keyboard too. */
export function useDeviceDrop(onDropped: (ids: readonly string[]) => void) {
  const [isOver, setOver] = useState(false);
  return {
    /** For the style of the place. */
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
