import { useEffect, useState } from 'react';
import { deviceLabel } from '#shared/domain/device';
import { api } from '#lib/api';

const known = new Map<string, string>();

/** Forgets the names of the account before. */
export function forgetLabels(): void {
  known.clear();
}

/** Remembers a name that somebody knows already. */
export function knowLabel(id: string, label: string): void {
  known.set(id, label);
}

/** What devices are called, for the few that are on screen; the id until main has answered. */
export function useDeviceLabels(ids: readonly string[]): (id: string) => string {
  const [, setCount] = useState(0);
  const key = ids.join('\n');
  useEffect(() => {
    let isMounted = true;
    const unknown = [...new Set(key.split('\n'))].filter((id) => id !== '' && !known.has(id));
    void Promise.all(
      unknown.map(async (id) => {
        const outcome = await api.devices.details({ id });
        known.set(id, outcome.ok ? deviceLabel(outcome.value.device) : id);
      }),
    ).then(() => {
      if (isMounted && unknown.length > 0) setCount((count) => count + 1);
    });
    return () => {
      isMounted = false;
    };
  }, [key]);
  return (id) => known.get(id) ?? id;
}
