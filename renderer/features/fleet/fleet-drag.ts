import type { DragEvent, ReactNode } from 'react';

/** What devices can be dragged from the table to. */
export interface FleetDrag {
  begin: (event: DragEvent, ids: readonly string[]) => void;
  /** Over the page while something is dragged. */
  places: ReactNode;
  /** What became of it. */
  notice: ReactNode;
}
