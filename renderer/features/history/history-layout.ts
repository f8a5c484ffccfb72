import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { z } from 'zod';

/** The least minutes of the stops in the list; 0: all of them, and the trips. */
export const stopFilters = [0, 5, 10, 30, 60] as const;

/** How the page is arranged on this computer. */
const layoutSchema = z.object({
  leastStopMinutes: z.literal(stopFilters).catch(0),
  /** What the list beside the map has. */
  list: z.enum(['trips', 'visits']).catch('trips'),
  /** Whether charts of more values than the speed are shown. */
  hasCharts: z.boolean().catch(false),
  /** The measures of these charts; null: those shown by default. */
  charts: z.array(z.string()).nullable().catch(null),
});
type HistoryLayout = z.infer<typeof layoutSchema>;

const key = 'waypost.history-layout';

function stored(): HistoryLayout {
  try {
    return layoutSchema.parse(JSON.parse(window.localStorage.getItem(key) ?? '{}'));
  } catch {
    return layoutSchema.parse({});
  }
}

const layoutStore = createStore<HistoryLayout>(stored);

export function arrangeHistory(part: Partial<HistoryLayout>): void {
  layoutStore.setState(part);
  try {
    window.localStorage.setItem(key, JSON.stringify(layoutStore.getState()));
  } catch {
    // A full disk: the layout lasts until the window closes.
  }
}

export const useHistoryLayout = (): HistoryLayout => useStore(layoutStore);
