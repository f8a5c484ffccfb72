import { useStore } from 'zustand';
import { statusMirror } from '#features/status';

/** Why saving has to wait; null if it does not. */
export function useWaits(): string | null {
  const mode = useStore(statusMirror, ({ value }) => value?.mode);
  return mode === 'offline'
    ? 'Offline. You can send the changes when the service responds again.'
    : null;
}
