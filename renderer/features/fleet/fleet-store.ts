import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  fleetStates,
  initialQuery,
  noFilters,
  silentSince,
  type FleetClient,
  type FleetQuery,
  type FleetState as DeviceKind,
  type FleetView,
  type SortColumn,
} from '#engines/fleet';
import { turned } from '#lib/in-order';
import {
  defaultColumns,
  type ColumnChoice,
  defaultPreferences,
  type FleetLayout,
  columnsFrom,
  readColumns,
  readPreferences,
  writeColumns,
  writePreferences,
  type Preferences,
  type TextStore,
} from './layout';

/** What a new account shows: all devices, those that need attention first. */
export const firstQuery: FleetQuery = {
  ...initialQuery,
  sort: { column: 'state', descending: false },
};

/** What a saved view keeps. */
export interface ViewContent {
  query: FleetQuery;
  columns: ColumnChoice;
}

export interface FleetState {
  /** null until the worker has sent a view. */
  view: FleetView | null;
  query: FleetQuery;
  preferences: Preferences;
  columns: ColumnChoice;
  /** The selected device; newer than `view` until the worker confirms it. */
  selected: FleetView['selected'];
  isDetailsOpen: boolean;
  /** The list is beside the map for a search, whatever the layout. */
  isFinding: boolean;
  /** The menu with the formats of an export. */
  isExportOpen: boolean;
  /** Counts changes of the filter by the user; another account is none. */
  filterings: number;
  /** Counts explicit selections, including the same device again. */
  picks: number;
}

/** The layout on screen: a search in the map alone has the list beside it for as long as it lasts. */
export const shownLayout = ({ preferences: { layout }, isFinding }: FleetState): FleetLayout =>
  layout === 'map' && isFinding ? 'split' : layout;

/** The state of the fleet page: query, view, selection and preferences. `ownLayout`: begins with it, and keeps none. */
export function createFleetStore(
  client: FleetClient,
  storage: TextStore,
  ownLayout: FleetLayout | null = null,
) {
  const store = createStore<FleetState>(() => ({
    view: null,
    query: firstQuery,
    preferences: defaultPreferences,
    columns: defaultColumns,
    selected: null,
    isDetailsOpen: false,
    isFinding: false,
    isExportOpen: false,
    filterings: 0,
    picks: 0,
  }));
  /** Selections that the worker has not confirmed yet, in order. */
  let pending: (string | null)[] = [];

  client.subscribe((change) => {
    // The first change has the lists; later ones keep those that are the same.
    const view = { ...store.getState().view, ...change.view } as FleetView;
    const confirmed = pending.lastIndexOf(view.selected?.id ?? null);
    pending = pending.slice(confirmed + 1);
    store.setState(pending.length > 0 ? { view } : { view, selected: view.selected });
  });

  const setQuery = (query: FleetQuery) => {
    store.setState({ query });
    void client.setQuery(query);
  };
  const prefer = (part: Partial<Preferences>) => {
    const preferences = { ...store.getState().preferences, ...part };
    store.setState('layout' in part ? { preferences, isFinding: false } : { preferences });
    if (ownLayout === null) writePreferences(storage, preferences);
  };
  const arrange = (columns: ColumnChoice) => {
    store.setState({ columns });
    writeColumns(storage, columns);
  };
  const ask = (part: Partial<FleetQuery>) => {
    const { query: before, filterings } = store.getState();
    const query = { ...before, ...part };
    setQuery(query);
    // After the worker has the query, so that what is asked next is about it.
    if (!('sort' in part)) store.setState({ filterings: filterings + 1 });
  };
  const choose = (id: string | null, index = -1, isPick = false) => {
    pending.push(id);
    const { isDetailsOpen, picks } = store.getState();
    store.setState({
      selected: id === null ? null : { id, index },
      isDetailsOpen: id !== null && (isPick || isDetailsOpen),
      picks: isPick && id !== null ? picks + 1 : picks,
    });
    void client.select(id);
  };
  /** Selects a device; `index` is its row, if known. */
  const select = (id: string | null, index?: number) => choose(id, index);
  /** Selects a device and opens its details; null clears. */
  const show = (id: string | null, index?: number) => choose(id, index, true);

  return {
    ...store,
    client,
    ask,
    prefer,
    arrange,
    /** Arranges the columns as another computer stored them; what it does not know stays as it is. */
    arrangeStored: (stored: string) => arrange(columnsFrom(stored) ?? store.getState().columns),
    select,
    show,
    /** Another account is on screen: nothing is selected or filtered. */
    open() {
      const stored = readPreferences(storage);
      const preferences = { ...stored, layout: ownLayout ?? stored.layout };
      const columns = readColumns(storage);
      store.setState({ preferences, columns, isDetailsOpen: false, isFinding: false });
      select(null);
      setQuery(firstQuery);
    },
    /** Sets what the account had on screen; no change by the user. */
    restoreQuery: setQuery,
    restoreSelection({ id, isOpen }: { id: string; isOpen: boolean }) {
      select(id);
      store.setState({ isDetailsOpen: isOpen });
    },
    /** Sorts by a column; in the other direction if it already is the sort column. */
    sortBy(column: SortColumn) {
      const { sort } = store.getState().query;
      ask({ sort: turned(sort, column) });
    },
    /** Of the silent ones all, or those that went silent at some time; the newest first. */
    toggleState(state: DeviceKind) {
      const { states, sort } = store.getState().query;
      const isTime = (each: DeviceKind) => (silentSince as readonly string[]).includes(each);
      const others = states.filter((each) => each !== state);
      const isSilent = states.some((each) => each === 'silent' || isTime(each));
      if (state === 'silent') {
        const calm = others.filter((each) => !isTime(each));
        ask({ states: isSilent ? calm : [...calm, state] });
        if (!isSilent && sort.column !== 'state')
          ask({ sort: { column: 'fixAt', descending: true } });
      } else if (states.includes(state)) {
        ask({ states: isTime(state) && !others.some(isTime) ? [...others, 'silent'] : others });
      } else {
        ask({
          states: [...(isTime(state) ? others.filter((each) => each !== 'silent') : others), state],
        });
      }
    },
    /** Shows a saved view. */
    showView({ query, columns }: ViewContent) {
      arrange(columns);
      const { sort, ...filters } = query;
      ask({ sort });
      ask(filters);
    },
    clearFilters: () => ask({ search: '', ...noFilters }),
    /** All devices in a state; one that is unknown here changes nothing. */
    showOnly(name: string) {
      const state = fleetStates.find((each) => each === name);
      if (state) ask({ search: '', ...noFilters, states: [state] });
    },
    /** Selects the device in a row, and opens its details if `opens`. */
    async selectRow(index: number, opens: boolean) {
      const { rows } = await client.rows(index, index + 1);
      const row = rows[0];
      if (!row) return;
      if (opens) show(row.id, index);
      else select(row.id, index);
    },
    /** Opens the details of the device that fits the search best, if there is one. */
    async openBest() {
      const id = await client.best();
      if (id !== null) show(id);
    },
    setDetailsOpen: (isDetailsOpen: boolean) => store.setState({ isDetailsOpen }),
    setFinding: (isFinding: boolean) => store.setState({ isFinding }),
    setExportOpen: (isExportOpen: boolean) => store.setState({ isExportOpen }),
  };
}

export type FleetStore = ReturnType<typeof createFleetStore>;

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
