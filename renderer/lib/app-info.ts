import { useEffect, useState } from 'react';
import type { WaypostClient } from '#shared/ipc/contract';
import { api } from './api';

type Answer = Awaited<ReturnType<WaypostClient['app']['info']>>;
export type AppInfo = Extract<Answer, { ok: true }>['value'];

let known: Promise<AppInfo | null> | null = null;

function read(): Promise<AppInfo | null> {
  known ??= api.app.info().then((outcome) => (outcome.ok ? outcome.value : null));
  return known;
}

/** Version and environment of the app; null until main has answered. It never changes. */
export function useAppInfo(): AppInfo | null {
  const [info, setInfo] = useState<AppInfo | null>(null);
  useEffect(() => {
    let isMounted = true;
    void read().then((answer) => isMounted && setInfo(answer));
    return () => {
      isMounted = false;
    };
  }, []);
  return info;
}
