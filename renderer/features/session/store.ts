import { useStore } from 'zustand';
import type { Session } from '#shared/domain/session';
import { api } from '#lib/api';
import { createMirror } from '#lib/mirror';

export const sessionMirror = createMirror(
  () => api.session.current(),
  (listener) => api.session.onChanged(listener),
);

/** The session; null until main has answered. */
export function useSession(): Session | null {
  return useStore(sessionMirror, (state) => state.value);
}

export type OpenSession = Extract<Session, { phase: 'open' }>;

/** The session while a fleet is on screen, else null. */
export function useOpenSession(): OpenSession | null {
  return useStore(sessionMirror, ({ value }) => (value?.phase === 'open' ? value : null));
}
