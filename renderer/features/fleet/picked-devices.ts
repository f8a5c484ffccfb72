import { useCallback, useMemo } from 'react';
import { useStore } from 'zustand';
import type { FleetClient, FleetRow } from '#engines/fleet';
import { createAccountStore, inAccount } from '#lib/account-scope';
import { useWorkerAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import {
  allSelected,
  extended,
  nothingSelected,
  selectionColumn,
  toggled,
  type Selection,
} from '#ui/selection';
import { useFleet, useFleetStore } from './fleet-store';

/** The multi-select of the fleet's table. */
const picked = createAccountStore<Selection>(nothingSelected);

/** The devices to drag with a row: all selected ones if it is one of them. */
export function draggedWith(id: string): readonly string[] {
  const { ids } = picked.getState();
  return ids.has(id) ? [...ids] : [id];
}

/** Whether devices are selected. */
export const useIsPicked = () => useStore(picked, ({ ids }) => ids.size > 0);

/** The devices that are selected at this moment. */
export const pickedIds = (): readonly string[] => [...picked.getState().ids];

/** Selects nothing any more, after what was selected was done. */
export const clearPicked = () => picked.setState(nothingSelected);

const labelOf = ({ label }: FleetRow) => label;

/** Checkboxes and marking for the table. The order is requested from the worker only when needed. */
export function useMarking(
  client: FleetClient,
  rowAt: (index: number) => FleetRow | undefined,
  matched: number,
) {
  const { t } = useFormat();
  const { ids } = useStore(picked);
  // Selected devices that the filters hide do not make up for others.
  const isFirstShown = ids.has(rowAt(0)?.id ?? '') || rowAt(0) === undefined;
  const isAll = matched > 0 && ids.size >= matched && isFirstShown;
  const all = ids.size === 0 ? 'none' : isAll ? 'all' : 'some';
  const mark = useCallback(
    (id: string | undefined, how: 'toggle' | 'range') => {
      if (id === undefined) return;
      if (how === 'toggle') picked.setState(toggled(picked.getState(), id));
      else void pickInOrder(client, (known, order) => extended(known, id, order));
    },
    [client],
  );
  // The same column as long as nothing is selected, so that a search renders only the rows it changes.
  const column = useMemo(
    () =>
      selectionColumn({
        t,
        ids,
        all,
        labelOf,
        mark,
        selectAll: () => selectAllMatching(client),
        clear: clearPicked,
      }),
    [t, ids, all, mark, client],
  );
  const marking = {
    isMarked: (index: number) => ids.has(rowAt(index)?.id ?? ''),
    mark: (index: number, how: 'toggle' | 'range') => mark(rowAt(index)?.id, how),
    markAll: () => selectAllMatching(client),
    clear: clearPicked,
  };
  return { column, marking };
}

const selectAllMatching = (client: FleetClient) => void pickInOrder(client, allSelected);

/** Changes the selection by the order of the rows, unless its account was left by then. */
async function pickInOrder(
  client: FleetClient,
  change: (known: Selection, order: readonly string[]) => Selection,
): Promise<void> {
  const order = await inAccount(client.ids());
  if (order) picked.setState(change(picked.getState(), order));
}

/** The selected devices, and how many of them the filters hide. */
export function usePicked() {
  const { client } = useFleetStore();
  const { ids } = useStore(picked);
  const query = useFleet((state) => state.query);
  const matched = useFleet(({ view }) => view?.matched ?? 0);
  const order = useWorkerAnswer(
    ids.size === 0 ? null : () => client.ids(),
    [client, query, matched],
    { keepsValue: true },
  );
  const hidden = useMemo(
    () => (order ? ids.size - order.filter((id) => ids.has(id)).length : 0),
    [order, ids],
  );
  return { ids, hidden, clear: clearPicked };
}
