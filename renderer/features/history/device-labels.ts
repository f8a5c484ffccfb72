import { useEffect, useState } from 'react';
import { deviceLabel } from '#shared/domain/device';
import { api } from '#lib/api';

let known = new Map<string, string>();

/** Forgets the names of the account before. */
export function forgetLabels(): void {
  // An answer that is still to come belongs to the account before, and must not be kept.
  known = new Map();
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
    const names = known;
    const unknown = [...new Set(key.split('\n'))].filter((id) => id !== '' && !names.has(id));
    void Promise.all(
      unknown.map(async (id) => {
        const outcome = await api.fleet.details({ id });
        names.set(id, outcome.ok ? deviceLabel(outcome.value.device) : id);
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
