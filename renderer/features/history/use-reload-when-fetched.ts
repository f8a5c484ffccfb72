import { useEffect, useRef } from 'react';
import { useFetches } from './store';

const rereadMs = 1500;
/** Longer tracks take longer to read, so they are read again only after growing by half. */
const smallRecords = 20_000;

/** Calls `reload` while a fetch brings more records, and once it ends. */
export function useReloadWhenFetched(reload: () => void): void {
  const fetches = useFetches('locations');
  const records = fetches.map(({ id, records: count, phase }) => `${id} ${count} ${phase}`).join();
  const isRunning = fetches.some(({ phase }) => phase === 'running');
  const known = useRef(records);
  const readAt = useRef(0);
  const total = fetches.reduce((sum, fetch) => sum + fetch.records, 0);
  const readTotal = useRef(0);
  useEffect(() => {
    if (known.current === records) return;
    const isWorthIt = total < smallRecords || total > readTotal.current * 1.5;
    if (isRunning && !isWorthIt) return;
    const wait = isRunning ? Math.max(0, readAt.current + rereadMs - performance.now()) : 0;
    const timer = setTimeout(() => {
      known.current = records;
      readTotal.current = total;
      readAt.current = performance.now();
      reload();
    }, wait);
    return () => clearTimeout(timer);
  }, [records, total, isRunning, reload]);
}
