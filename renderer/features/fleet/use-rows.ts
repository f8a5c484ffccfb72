import { useCallback, useEffect, useState } from 'react';
import type { FleetClient, RowRange } from '#features/fleet-data';

const none: RowRange = { version: 0, from: 0, rows: [] };

/**
 * The rows on screen. They come together with the view they belong to, so that a search is drawn once;
 * the old ones stay until the new ones are there.
 */
export function useRows(client: FleetClient) {
  const [shown, setShown] = useState(none);
  useEffect(() => client.onRows(setShown), [client]);
  const onRange = useCallback((from: number, to: number) => client.watch(from, to), [client]);
  const rowAt = useCallback((index: number) => shown.rows[index - shown.from], [shown]);
  return { rowAt, onRange };
}
