import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ExportProgress } from '#shared/domain/export-progress';
import type { Fault } from '#shared/fault';
import { api } from '#lib/api';
import { createMirror } from '#lib/mirror';

/** What became of the last export; it outlives the page, as the export itself does. */
interface ExportState {
  isBusy: boolean;
  written: { file: string; rows: number } | null;
  fault: Fault | null;
}

const nothing: ExportState = { isBusy: false, written: null, fault: null };

export const exportStore = createStore<ExportState>(() => nothing);

export const useExport = () => useStore(exportStore);

/** How far main is with the file that it writes. */
export const progressMirror = createMirror<ExportProgress | null>(
  () => api.history.exportProgress(),
  (listener) => api.history.onExportChanged(listener),
);

export const useExportProgress = () => useStore(progressMirror, ({ value }) => value);

/** How often one was begun or forgotten. */
let turn = 0;

export async function exportTracks(
  request: Parameters<typeof api.history.exportTracks>[0],
): Promise<void> {
  if (exportStore.getState().isBusy) return;
  exportStore.setState({ ...nothing, isBusy: true });
  const mine = (turn += 1);
  const outcome = await api.history.exportTracks(request);
  exportStore.setState({ isBusy: false });
  // How an export ended that another account began is none of this one's.
  if (mine !== turn) return;
  exportStore.setState(outcome.ok ? { written: outcome.value } : { fault: outcome.fault });
}

/** The person has seen how the last export ended, or it was another account's. */
export function forgetExport(): void {
  turn += 1;
  exportStore.setState({ written: null, fault: null });
}
