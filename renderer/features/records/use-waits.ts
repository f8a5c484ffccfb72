import { useStore } from 'zustand';
import { statusMirror } from '#features/status';

/** Why saving has to wait; null if it does not. */
export function useWaits(): string | null {
  const mode = useStore(statusMirror, ({ value }) => value?.mode);
  return mode === 'offline'
    ? 'Offline. The changes are saved as a draft. You can send them when the service responds again.'
    : null;
}
