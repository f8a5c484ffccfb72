import { useCallback, useEffect, useRef, useState } from 'react';
import type { FleetClient, FleetRow } from '#features/fleet';

interface Rows {
  from: number;
  rows: readonly FleetRow[];
}

const none: Rows = { from: 0, rows: [] };

/**
 * The rows on screen, asked for by range and again with each version of the view. The old ones stay
 * until the new ones are there, and an answer that was overtaken is dropped.
 */
export function useRows(client: FleetClient, version: number) {
  const [range, setRange] = useState({ from: 0, to: 0 });
  const [shown, setShown] = useState(none);
  const latest = useRef(0);
  useEffect(() => {
    if (range.to <= range.from) {
      setShown(none);
      return;
    }
    const request = (latest.current += 1);
    void client.rows(range.from, range.to).then(({ rows }) => {
      if (request === latest.current) setShown({ from: range.from, rows });
    });
  }, [client, range, version]);
  const onRange = useCallback(
    (from: number, to: number) =>
      setRange((known) => (known.from === from && known.to === to ? known : { from, to })),
    [],
  );
  const rowAt = useCallback((index: number) => shown.rows[index - shown.from], [shown]);
  return { rowAt, onRange };
}
