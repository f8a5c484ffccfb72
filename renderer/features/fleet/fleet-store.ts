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
  /** null until the worker has told of a fleet. */
  view: FleetView | null;
  query: FleetQuery;
  preferences: Preferences;
  /** The selected device; a step ahead of `view` while the worker catches up. */
  selected: FleetView['selected'];
  isDetailsOpen: boolean;
  /** How often a device was picked, also the same one again. */
  picks: number;
  /** Why the fleet stands still: its worker came to an end. */
  fault: Fault | null;
}

export interface FleetStore extends StoreApi<FleetState> {
  client: FleetClient;
  /** Takes up what was kept for a profile. */
  open(profileId: string): void;
  ask(part: Partial<FleetQuery>): void;
  /** Sorts by a column; the second time the other way round. */
  sortBy(column: SortColumn): void;
  toggleState(state: DeviceState): void;
  clearFilters(): void;
  prefer(part: Partial<Preferences>): void;
  /** Selects a device; `index` is its row, where the caller knows it. */
  select(id: string | null, index?: number): void;
  /** Selects the device in a row, and opens its details if asked to. */
  selectRow(index: number, opens: boolean): Promise<void>;
  /** Selects a device and opens its details; null clears. */
  show(id: string | null, index?: number): void;
  setDetailsOpen(isOpen: boolean): void;
}

/** The fleet page's state: the query, the view it gave, the selection, and what is kept of it. */
export function createFleetStore(client: FleetClient, kept: TextStore): FleetStore {
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
  /** What was selected here and not yet confirmed by the worker, in order. */
  let asked: (string | null)[] = [];

  client.subscribe((view) => {
    const confirmed = asked.lastIndexOf(view.selected?.id ?? null);
    asked = asked.slice(confirmed + 1);
    store.setState(asked.length > 0 ? { view } : { view, selected: view.selected });
  });

  client.onBroken((fault) => store.setState({ fault }));

  const setQuery = (query: FleetQuery) => {
    store.setState({ query });
    client.setQuery(query);
  };
  const prefer = (part: Partial<Preferences>) => {
    const preferences = { ...store.getState().preferences, ...part };
    store.setState({ preferences });
    if (profileId !== null) writePreferences(kept, profileId, preferences);
  };
  const ask = (part: Partial<FleetQuery>) => {
    const query = { ...store.getState().query, ...part };
    setQuery(query);
    const { search: _, ...kept } = part;
    // The search is not kept, and a letter must not cost a write.
    if (Object.keys(kept).length === 0) return;
    const { states, group, olderThanMs, sort } = query;
    prefer({ states: [...states], group, olderThanMs, sort });
  };
  const choose = (id: string | null, index = -1, isPick = false) => {
    asked.push(id);
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
      const preferences = readPreferences(kept, id);
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

/** Whether anything narrows the fleet. */
export function isFiltered({ search, states, group, olderThanMs }: FleetQuery): boolean {
  return search.trim() !== '' || states.length > 0 || group !== null || olderThanMs !== null;
}

const FleetContext = createContext<FleetStore | null>(null);
export const FleetProvider = FleetContext.Provider;

/** The fleet's store, for actions. */
export function useFleetStore(): FleetStore {
  const store = useContext(FleetContext);
  if (!store) throw new Error('There is no FleetProvider above.');
  return store;
}

/** One part of the fleet's state. */
export function useFleet<T>(select: (state: FleetState) => T): T {
  return useStore(useFleetStore(), select);
}
