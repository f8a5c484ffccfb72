import { useCallback, useEffect, useRef, useState } from 'react';
import type { Fault, Outcome } from '#shared/fault';

/** A part of a long list in main. */
export interface ListPart<Row> {
  total: number;
  rows: readonly Row[];
}

interface Shown<Row> {
  from: number;
  total: number;
  rows: readonly Row[];
}

/**
 * The rows on screen of a long list, requested by range and again with each `version`. The old rows stay
 * until the new ones arrive; superseded answers are ignored.
 */
export function usePages<Row>(
  read: (from: number, limit: number) => Promise<Outcome<ListPart<Row>>>,
  version: unknown,
) {
  const [range, setRange] = useState({ from: 0, to: 40 });
  const [shown, setShown] = useState<Shown<Row>>({ from: 0, total: 0, rows: [] });
  const [fault, setFault] = useState<Fault | null>(null);
  const [isRead, setRead] = useState(false);
  const latest = useRef(0);
  useEffect(() => {
    const request = (latest.current += 1);
    void read(range.from, Math.min(500, Math.max(1, range.to - range.from))).then((outcome) => {
      if (request !== latest.current) return;
      setRead(true);
      setFault(outcome.ok ? null : outcome.fault);
      if (outcome.ok) setShown({ from: range.from, ...outcome.value });
    });
  }, [read, range, version]);
  const onRange = useCallback((from: number, to: number) => {
    // An empty list has an empty range; request the first page in that case.
    const next = to <= from ? { from: 0, to: 40 } : { from, to };
    setRange((known) => (known.from === next.from && known.to === next.to ? known : next));
  }, []);
  const rowAt = useCallback((index: number) => shown.rows[index - shown.from], [shown]);
  return { total: shown.total, rowAt, onRange, fault, isRead };
}
