import { useState, type DragEvent } from 'react';

/** Devices on their way from a table to a group. */
const dragType = 'application/x-waypost-devices';

/** Called when a row of a table of devices begins to be dragged. */
export function dragDevices(event: DragEvent, ids: readonly string[]): void {
  event.dataTransfer.setData(dragType, JSON.stringify(ids));
  event.dataTransfer.effectAllowed = 'copyMove';
}

/** A place on which devices can be dropped; there has to be a way by keyboard too. */
export function useDeviceDrop(onDropped: (ids: string[]) => void) {
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
      const data = event.dataTransfer.getData(dragType);
      if (!data) return;
      event.preventDefault();
      onDropped(JSON.parse(data) as string[]);
    },
  };
}
