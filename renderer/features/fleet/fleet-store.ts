import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DeviceState } from '#shared/domain/device-state';
import type { Fault } from '#shared/fault';
import { initialQuery } from '#features/fleet-data';
import type { FleetClient, FleetQuery, FleetView, SortColumn } from '#features/fleet-data';
import {
  defaultPreferences,
  queryOf,
  readPreferences,
  writePreferences,
  type Preferences,
  type TextStore,
} from './preferences';

export interface FleetState {
  /** null until the worker has sent a view. */
  view: FleetView | null;
  query: FleetQuery;
  preferences: Preferences;
  /** The selected device; newer than `view` until the worker confirms it. */
  selected: FleetView['selected'];
  isDetailsOpen: boolean;
  /** Counts explicit selections, including the same device again. */
  picks: number;
  /** Why the fleet is not updated: its worker stopped. */
  fault: Fault | null;
}

export interface FleetStore extends StoreApi<FleetState> {
  client: FleetClient;
  /** Loads the preferences of a profile. */
  open(profileId: string): void;
  ask(part: Partial<FleetQuery>): void;
  /** Sorts by a column; in the other direction if it already is the sort column. */
  sortBy(column: SortColumn): void;
  toggleState(state: DeviceState): void;
  clearFilters(): void;
  prefer(part: Partial<Preferences>): void;
  /** Selects a device; `index` is its row, if known. */
  select(id: string | null, index?: number): void;
  /** Selects the device in a row, and opens its details if `opens`. */
  selectRow(index: number, opens: boolean): Promise<void>;
  /** Selects a device and opens its details; null clears. */
  show(id: string | null, index?: number): void;
  setDetailsOpen(isOpen: boolean): void;
}

/** The state of the fleet page: query, view, selection and preferences. */
export function createFleetStore(client: FleetClient, storage: TextStore): FleetStore {
  const store = createStore<FleetState>(() => ({
    view: null,
    query: initialQuery,
    preferences: defaultPreferences,
    selected: null,
    isDetailsOpen: false,
    picks: 0,
    fault: null,
  }));
  let profileId: string | null = null;
  /** Selections that the worker has not confirmed yet, in order. */
  let pending: (string | null)[] = [];

  client.subscribe((view) => {
    const confirmed = pending.lastIndexOf(view.selected?.id ?? null);
    pending = pending.slice(confirmed + 1);
    store.setState(pending.length > 0 ? { view } : { view, selected: view.selected });
  });

  client.onBroken((fault) => store.setState({ fault }));

  const setQuery = (query: FleetQuery) => {
    store.setState({ query });
    client.setQuery(query);
  };
  const prefer = (part: Partial<Preferences>) => {
    const preferences = { ...store.getState().preferences, ...part };
    store.setState({ preferences });
    if (profileId !== null) writePreferences(storage, profileId, preferences);
  };
  const ask = (part: Partial<FleetQuery>) => {
    const query = { ...store.getState().query, ...part };
    setQuery(query);
    const { search: _, ...stored } = part;
    // The search text is not stored, so typing must not write.
    if (Object.keys(stored).length === 0) return;
    const { states, group, olderThanMs, sort } = query;
    prefer({ states: [...states], group, olderThanMs, sort });
  };
  const choose = (id: string | null, index = -1, isPick = false) => {
    pending.push(id);
    const { isDetailsOpen, picks } = store.getState();
    store.setState({
      selected: id === null ? null : { id, index },
      isDetailsOpen: id !== null && (isPick || isDetailsOpen),
      picks: isPick && id !== null ? picks + 1 : picks,
    });
    client.select(id);
  };
  const select = (id: string | null, index?: number) => choose(id, index);
  const show = (id: string | null, index?: number) => choose(id, index, true);

  return {
    ...store,
    client,
    ask,
    prefer,
    select,
    show,
    open(id) {
      if (id === profileId) return;
      profileId = id;
      const preferences = readPreferences(storage, id);
      store.setState({ preferences, isDetailsOpen: false });
      select(null);
      setQuery(queryOf(preferences));
    },
    sortBy(column) {
      const { sort } = store.getState().query;
      ask({ sort: { column, descending: sort.column === column && !sort.descending } });
    },
    toggleState(state) {
      const { states } = store.getState().query;
      ask({
        states: states.includes(state) ? states.filter((s) => s !== state) : [...states, state],
      });
    },
    clearFilters: () => ask({ search: '', states: [], group: null, olderThanMs: null }),
    async selectRow(index, opens) {
      const { rows } = await client.rows(index, index + 1);
      const row = rows[0];
      if (!row) return;
      if (opens) show(row.id, index);
      else select(row.id, index);
    },
    setDetailsOpen: (isDetailsOpen) => store.setState({ isDetailsOpen }),
  };
}

const FleetContext = createContext<FleetStore | null>(null);
export const FleetProvider = FleetContext.Provider;

/** The fleet's store, for actions. */
export function useFleetStore(): FleetStore {
  const store = useContext(FleetContext);
  if (!store) throw new Error('There is no FleetProvider above.');
  return store;
}

/** Selects a part of the fleet's state. */
export function useFleet<T>(select: (state: FleetState) => T): T {
  return useStore(useFleetStore(), select);
}
