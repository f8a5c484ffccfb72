import { useStore } from 'zustand';
import { statusMirror } from '#features/status';
import { texts } from './records-texts';

/** Why saving has to wait; null if it does not. */
export function useWaits(): string | null {
  const mode = useStore(statusMirror, ({ value }) => value?.mode);
  return mode === 'offline' ? texts.offlineYouCanSendThe : null;
}
