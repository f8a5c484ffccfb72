import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Settings } from '#shared/domain/settings';
import { demoProfileId, type Session } from '#shared/domain/session';
import type { ViewState } from '#shared/domain/view-state';
import type { Outcome } from '#shared/fault';
import { filterOf, queryOf, type FleetStore } from '#features/fleet';
import type { MapView } from '#engines/map';
import type { Mirror } from '#lib/mirror';
import { openedStore, restoreOpened } from './opened';
import { routes, type Route } from './routes';

/** Changes in quick succession, as of a map that follows a device, are stored this often. */
const storedEveryMs = 1_000;

/** What the map needs of the account on screen. */
interface OpenedView {
  /** null until it is known what the account had on screen. */
  account: string | null;
  /** null frames the whole fleet. */
  camera: MapView | null;
  /** The device that was selected; it is not brought into view. */
  selected: string | null;
}

export interface ViewStates extends StoreApi<OpenedView> {
  /** null: the map shows the whole fleet, and the user chose nothing else. */
  cameraChanged(camera: MapView | null): void;
}

interface Sources {
  session: Pick<Mirror<Session>, 'subscribe'>;
  fleet: FleetStore;
  stored: {
    read(): Promise<Outcome<ViewState | null>>;
    keep(kept: { account: string; state: ViewState }): Promise<unknown>;
  };
  page: {
    current(): Route;
    show(route: Route): void;
    subscribe(listener: () => void): void;
    /** A link, an opened file or the user went to it. */
    isChosen(): boolean;
  };
  /** The page that the settings say a start begins with. */
  startPage: () => Settings['startPage'];
  /** Calls back when the window is closed or reloaded. */
  onLeaving: (listener: () => void) => void;
}

const nothing: OpenedView = { account: null, camera: null, selected: null };

/**
 * Page, filter, order, selection, map view and what was opened last of each account: stored by main while they change, and
 * restored when the account is opened again; after a start the page only if the settings say so. What the user
 * does before that is not overwritten.
 */
export function keepViewStates(sources: Sources): ViewStates {
  const { session, fleet, stored, page } = sources;
  const opened = createStore<OpenedView>(() => nothing);
  /** For this session; main has none of the demo, which is in memory there. */
  const states = new Map<string, ViewState>();
  let openId: string | null = null;
  let isFirst = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;

  async function open(id: string): Promise<void> {
    fleet.open();
    const isStart = isFirst;
    isFirst = false;
    // A start begins where a link or an opened file leads, and a reload where it was.
    if (!isStart && page.current() !== 'fleet') page.show('fleet');
    const { query, picks } = fleet.getState();
    const left = states.get(id);
    const state = left ?? (await readStored());
    if (openId !== id) return;
    restoreOpened(state?.opened ?? []);
    const isPicked = fleet.getState().picks !== picks;
    const isFiltered = fleet.getState().query !== query;
    if (state) restore(state, { isPicked, isFiltered });
    if (left && !isPicked) restorePage(left.page);
    if (isStart && !isPicked && !page.isChosen()) {
      const start = sources.startPage();
      restorePage(start === 'last' ? state?.page : start);
    }
    const camera = (!isPicked && state?.camera) || null;
    const selected = (!isPicked && state?.selected?.id) || null;
    opened.setState({ account: id, camera, selected });
    note();
  }

  async function readStored(): Promise<ViewState | null> {
    const outcome = await stored.read();
    return outcome.ok ? outcome.value : null;
  }

  function restore(state: ViewState, done: { isPicked: boolean; isFiltered: boolean }): void {
    if (!done.isFiltered) fleet.restoreQuery(queryOf(state.filter));
    if (!done.isPicked && state.selected) fleet.restoreSelection(state.selected);
  }

  function restorePage(left: string | undefined): void {
    const route = routes.find((name) => name === left);
    if (route && route !== 'fleet' && page.current() === 'fleet') page.show(route);
  }

  /** Remembers what is on screen now. */
  function note(): void {
    const { account, camera } = opened.getState();
    if (account === null) return;
    const { query, selected, isDetailsOpen } = fleet.getState();
    const state: ViewState = {
      opened: [...openedStore.getState()],
      page: page.current(),
      filter: filterOf(query),
      selected: selected && { id: selected.id, isOpen: isDetailsOpen },
      camera,
    };
    if (JSON.stringify(state) === JSON.stringify(states.get(account))) return;
    states.set(account, state);
    store();
  }

  function store(): void {
    isDue = timer !== undefined;
    const { account } = opened.getState();
    const state = account !== null && states.get(account);
    if (isDue || !account || !state) return;
    void stored.keep({ account, state });
    timer = setTimeout(storeRest, storedEveryMs);
  }

  /** Stores what has changed since. */
  function storeRest(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isDue) store();
  }

  /** Drops what belongs to accounts that are no longer on this computer. */
  function forgetGone(value: Session | null): void {
    if (!value || value.phase === 'locked') return;
    const kept = new Set([demoProfileId, ...value.known.map(({ id }) => id)]);
    if (value.phase === 'open') kept.add(value.profile.id);
    for (const id of states.keys()) if (!kept.has(id)) states.delete(id);
  }

  session.subscribe(({ value }) => {
    forgetGone(value);
    const id = value?.phase === 'open' ? value.profile.id : null;
    if (id === openId) return;
    openId = id;
    clearTimeout(timer);
    timer = undefined;
    isDue = false;
    opened.setState(nothing);
    openedStore.setState([], true);
    if (id !== null) void open(id);
  });
  fleet.subscribe((now, before) => {
    const isSame =
      now.query === before.query &&
      now.selected?.id === before.selected?.id &&
      now.isDetailsOpen === before.isDetailsOpen;
    if (!isSame) note();
  });
  page.subscribe(note);
  openedStore.subscribe(note);
  sources.onLeaving(storeRest);

  return {
    ...opened,
    cameraChanged(camera) {
      if (opened.getState().account === null) return;
      opened.setState({ camera });
      note();
    },
  };
}
