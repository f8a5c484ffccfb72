import { useStore } from 'zustand';
import { statusMirror } from '#features/status';

/** Why saving has to wait, in words; null while the service answers. */
export function useWaits(): string | null {
  const mode = useStore(statusMirror, ({ value }) => value?.mode);
  return mode === 'offline'
    ? 'Offline: the changes stay as a draft and can be saved when the service answers again.'
    : null;
}
