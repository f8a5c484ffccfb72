import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Fault, Outcome } from '#shared/fault';
import { allSelected, extended, nothingSelected, toggled, type Selection } from './selection';
import { selectionColumn } from './selection-column';
import type { TableSelection } from './use-selection';

interface KeptSelectionParts {
  /** Asks main for the ids of all rows that the filters let through, in their order. */
  readOrder: () => Promise<Outcome<readonly string[]>>;
  /** The id of a row on screen. */
  idAt: (index: number) => string | undefined;
  /** How many rows the filters let through. */
  shown: number;
  /** Changes with the list: what is shown of the selection is counted anew. */
  version: unknown;
}

/**
 * Multi-select for a list that main keeps and the window reads by page. Its order is asked for when
 * a range or everything is picked, and while something is.
 */
export function useKeptSelection(
  parts: KeptSelectionParts,
): TableSelection & { fault: Fault | null } {
  const { readOrder, idAt, shown, version } = parts;
  const [kept, setKept] = useState<Selection>(nothingSelected);
  const [order, setOrder] = useState<readonly string[]>([]);
  const [fault, setFault] = useState<Fault | null>(null);
  const withOrder = useCallback(
    async (use: (ids: readonly string[]) => void) => {
      const outcome = await readOrder();
      setFault(outcome.ok ? null : outcome.fault);
      if (outcome.ok) use(outcome.value);
    },
    [readOrder],
  );
  const isEmpty = kept.ids.size === 0;
  useEffect(() => {
    if (isEmpty) return;
    let isWanted = true;
    void withOrder((ids) => isWanted && setOrder(ids));
    return () => {
      isWanted = false;
    };
  }, [withOrder, isEmpty, version]);
  return useMemo(() => {
    const { ids } = kept;
    const inOrder = order.reduce((sum, id) => sum + Number(ids.has(id)), 0);
    const clear = () => setKept(nothingSelected);
    const selectAll = () => void withOrder((all) => setKept((known) => allSelected(known, all)));
    const mark = (id: string | undefined, how: 'toggle' | 'range') => {
      if (id === undefined) return;
      if (how === 'toggle') setKept((known) => toggled(known, id));
      else void withOrder((all) => setKept((known) => extended(known, id, all)));
    };
    const coverage = inOrder > 0 && inOrder >= shown ? 'all' : 'some';
    return {
      ids,
      // Until the order has come, nothing is known to be hidden.
      hidden: order.length === 0 ? 0 : ids.size - inOrder,
      clear,
      selectAll,
      fault,
      marking: {
        isMarked: (index) => ids.has(idAt(index) ?? ''),
        mark: (index, how) => mark(idAt(index), how),
        markAll: selectAll,
        clear,
      },
      column: (labelOf) =>
        selectionColumn({
          ids,
          all: ids.size === 0 ? 'none' : coverage,
          labelOf,
          mark,
          selectAll,
          clear,
        }),
    };
  }, [kept, order, shown, idAt, fault, withOrder]);
}
