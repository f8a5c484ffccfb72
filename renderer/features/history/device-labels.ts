import { useEffect, useState } from 'react';
import { deviceLabel } from '#shared/domain/device';
import { api } from '#lib/api';

let known = new Map<string, string>();

/** Clears the names of the previous account. */
export function forgetLabels(): void {
  // A new map: pending answers belong to the previous account and still write to the old one.
  known = new Map();
}

/** Adds a name that is already known, which saves a request. */
export function knowLabel(id: string, label: string): void {
  known.set(id, label);
}

/** The names of the devices on screen; the id until main has answered. */
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
