import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ExportProgress } from '#shared/ipc/history';
import type { Fault } from '#shared/fault';
import { api } from '#lib/api';
import { createMirror } from '#lib/mirror';

/** The result of the last export. It outlives the page, as the export itself does. */
interface ExportState {
  isBusy: boolean;
  written: { file: string; rows: number } | null;
  fault: Fault | null;
}

const nothing: ExportState = { isBusy: false, written: null, fault: null };

export const exportStore = createStore<ExportState>(() => nothing);

export const useExport = () => useStore(exportStore);

/** The progress of the file that main writes. */
export const progressMirror = createMirror<ExportProgress | null>(
  () => api.history.exportProgress(),
  (listener) => api.history.onExportChanged(listener),
);

export const useExportProgress = () => useStore(progressMirror, ({ value }) => value);

/** Identifies the export whose result is shown. */
let current = 0;

export async function exportTracks(
  request: Parameters<typeof api.history.exportTracks>[0],
): Promise<void> {
  if (exportStore.getState().isBusy) return;
  exportStore.setState({ ...nothing, isBusy: true });
  const exportId = (current += 1);
  const outcome = await api.history.exportTracks(request);
  exportStore.setState({ isBusy: false });
  // Ignore the result of an export that another account started.
  if (exportId !== current) return;
  exportStore.setState(outcome.ok ? { written: outcome.value } : { fault: outcome.fault });
}

/** Clears the result: the user dismissed it, or the account changed. */
export function forgetExport(): void {
  current += 1;
  exportStore.setState({ written: null, fault: null });
}
