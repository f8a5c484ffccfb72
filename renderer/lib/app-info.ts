import { useStore } from 'zustand';
import { api } from './api';
import { createMirror } from './mirror';

/** Version and environment of the app, which never change. */
const infoMirror = createMirror(
  () => api.app.info(),
  () => undefined,
);

/** null until main has answered. */
export const useAppInfo = () => useStore(infoMirror, ({ value }) => value);
