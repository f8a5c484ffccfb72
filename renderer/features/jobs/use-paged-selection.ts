import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Fault, Outcome } from '#shared/fault';
import { allSelected, extended, nothingSelected, toggled, type Selection } from './selection';
import { selectionColumn } from './selection-column';
import type { TableSelection } from './use-selection';

interface PagedSelectionParts {
  /** Requests the ids of all filtered rows from main, in order. */
  readOrder: () => Promise<Outcome<readonly string[]>>;
  /** The id of a row on screen. */
  idAt: (index: number) => string | undefined;
  /** The number of filtered rows. */
  shown: number;
  /** Changes with the list, so that hidden selected rows are counted again. */
  version: unknown;
}

/**
 * Multi-select for a list that is read from main by page. The order of all rows is requested when a
 * range or everything is selected, and while anything is selected.
 */
export function usePagedSelection(
  parts: PagedSelectionParts,
): TableSelection & { fault: Fault | null } {
  const { readOrder, idAt, shown, version } = parts;
  const [stored, setStored] = useState<Selection>(nothingSelected);
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
  const isEmpty = stored.ids.size === 0;
  useEffect(() => {
    if (isEmpty) return;
    let isWanted = true;
    void withOrder((ids) => isWanted && setOrder(ids));
    return () => {
      isWanted = false;
    };
  }, [withOrder, isEmpty, version]);
  return useMemo(() => {
    const { ids } = stored;
    const inOrder = order.reduce((sum, id) => sum + Number(ids.has(id)), 0);
    const clear = () => setStored(nothingSelected);
    const selectAll = () => void withOrder((all) => setStored((known) => allSelected(known, all)));
    const mark = (id: string | undefined, how: 'toggle' | 'range') => {
      if (id === undefined) return;
      if (how === 'toggle') setStored((known) => toggled(known, id));
      else void withOrder((all) => setStored((known) => extended(known, id, all)));
    };
    const coverage = inOrder > 0 && inOrder >= shown ? 'all' : 'some';
    return {
      ids,
      // Until the order is loaded, no row counts as hidden.
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
  }, [stored, order, shown, idAt, fault, withOrder]);
}
