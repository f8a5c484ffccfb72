import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  allSelected,
  extended,
  nothingSelected,
  selectionColumn,
  toggled,
  type Selection,
} from '#features/jobs';
import type { FleetClient, FleetRow } from '#features/fleet-data';
import { useFleet, useFleetStore } from './fleet-store';

/** The devices picked out of the fleet's table, for something to be done with all of them. */
const picked = createStore<Selection>(() => nothingSelected);

/** With each account that opens: nothing of the one before stays picked. */
export const pickedDevices = {
  read() {
    picked.setState(nothingSelected);
    return Promise.resolve();
  },
};

/** What goes along when a row is dragged: all that is picked, where it is one of them. */
export function draggedWith(id: string): readonly string[] {
  const { ids } = picked.getState();
  return ids.has(id) ? [...ids] : [id];
}

const clear = () => picked.setState(nothingSelected);

const labelOf = ({ label }: FleetRow) => label;

/** Boxes and marks for the table, whose order the worker keeps and is asked for only when needed. */
export function useMarking(
  client: FleetClient,
  rowAt: (index: number) => FleetRow | undefined,
  matched: number,
) {
  const selection = useStore(picked);
  return useMemo(() => {
    const { ids } = selection;
    const mark = (id: string | undefined, how: 'toggle' | 'range') => {
      if (id === undefined) return;
      if (how === 'toggle') picked.setState(toggled(picked.getState(), id));
      else
        void client.ids().then((order) => picked.setState(extended(picked.getState(), id, order)));
    };
    const selectAll = () => selectAllMatching(client);
    const all = ids.size === 0 ? 'none' : ids.size >= matched ? 'all' : 'some';
    return {
      column: selectionColumn({ ids, all, labelOf, mark, selectAll, clear }),
      marking: {
        isMarked: (index: number) => ids.has(rowAt(index)?.id ?? ''),
        mark: (index: number, how: 'toggle' | 'range') => mark(rowAt(index)?.id, how),
        markAll: selectAll,
        clear,
      },
    };
  }, [selection, client, rowAt, matched]);
}

function selectAllMatching(client: FleetClient): void {
  void client.ids().then((order) => picked.setState(allSelected(picked.getState(), order)));
}

/** What is picked, and how much of it the filters hide. */
export function usePicked() {
  const { client } = useFleetStore();
  const { ids } = useStore(picked);
  const query = useFleet((state) => state.query);
  const matched = useFleet(({ view }) => view?.matched ?? 0);
  const [hidden, setHidden] = useState(0);
  const isEmpty = ids.size === 0;
  useEffect(() => {
    if (isEmpty) return;
    let isWanted = true;
    void client.ids().then((order) => {
      const shown = order.reduce((sum, id) => sum + Number(ids.has(id)), 0);
      if (isWanted) setHidden(ids.size - shown);
    });
    return () => {
      isWanted = false;
    };
  }, [client, ids, isEmpty, query, matched]);
  return { ids, hidden, matched, clear, selectAll: () => selectAllMatching(client) };
}
