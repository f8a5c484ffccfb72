import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Session } from '#shared/domain/session';
import type { Settings } from '#shared/domain/settings';
import type { ViewState } from '#shared/domain/view-state';
import type { FleetClient } from '#engines/fleet';
import { createFleetStore, firstQuery } from '#features/fleet';
import { openedStore, rememberOpened } from './opened';
import type { Route } from './routes';
import { keepViewStates } from './view-states';

const camera = { longitude: 4, latitude: 52, zoom: 9, bearing: 0 };
const profileOf = (id: string) => ({
  id,
  address: 'https://x.example',
  userName: id,
  isDemo: id === 'demo',
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Main with the states of its accounts, and a window beside it. */
function setUp() {
  const states = new Map<string, ViewState>();
  const kept: string[] = [];
  let known = ['a', 'b'];
  let mainOpen = '';

  function openWindow(startPage: Settings['startPage'] = 'fleet', linkTo: Route | null = null) {
    const session = createStore(() => ({ value: null as Session | null, fault: null }));
    const local = new Map<string, string>();
    const storage = {
      getItem: (key: string) => local.get(key) ?? null,
      setItem: (key: string, value: string) => void local.set(key, value),
    };
    const client = {
      setQuery: () => {},
      select: () => {},
      subscribe: () => () => {},
    } as unknown as FleetClient;
    const fleet = createFleetStore(client, storage);
    let route: Route = linkTo ?? 'fleet';
    let isChosen = linkTo !== null;
    let moved = () => {};
    const show = (next: Route) => {
      route = next;
      isChosen = true;
      moved();
    };
    let closes = () => {};
    const views = keepViewStates({
      session,
      fleet,
      stored: {
        read: () => Promise.resolve({ ok: true, value: states.get(mainOpen) ?? null }),
        keep: ({ account, state }) => {
          kept.push(account);
          states.set(account, state);
          return Promise.resolve();
        },
      },
      page: {
        current: () => route,
        show,
        subscribe: (listener) => (moved = listener),
        isChosen: () => isChosen,
      },
      startPage: () => startPage,
      onLeaving: (listener) => (closes = listener),
    });
    const told = (value: unknown) => session.setState({ value: value as Session });
    const list = () => known.map(profileOf);
    return {
      fleet,
      views,
      show,
      page: () => route,
      closes: () => closes(),
      opens(id: string) {
        mainOpen = id;
        told({ phase: 'open', profile: profileOf(id), known: list() });
        return vi.advanceTimersByTimeAsync(0);
      },
      leaves: () => told({ phase: 'none', last: null, known: list() }),
      forgets(id: string) {
        known = known.filter((other) => other !== id);
        states.delete(id);
        told({ phase: 'none', last: null, known: list() });
      },
    };
  }
  return { states, kept, openWindow };
}

test('each account has its own page, filter, order, selection and map view; after a restart all but the page', async () => {
  const { openWindow } = setUp();
  const first = openWindow();
  await first.opens('a');
  first.fleet.ask({ group: 'g1' });
  first.fleet.sortBy('speed');
  first.fleet.show('d1');
  first.views.cameraChanged(camera);
  first.show('expiry');
  await vi.advanceTimersByTimeAsync(1_000);

  await first.opens('b');
  expect(first.page()).toBe('fleet');
  expect(first.fleet.getState()).toMatchObject({ query: firstQuery, selected: null });
  expect(first.views.getState()).toEqual({ account: 'b', camera: null, selected: null });

  const restarted = openWindow();
  for (const [again, page] of [
    [first, 'expiry'],
    [restarted, 'fleet'],
  ] as const) {
    await again.opens('a');
    expect(again.page()).toBe(page);
    expect(again.fleet.getState()).toMatchObject({
      query: { group: 'g1', sort: { column: 'speed' } },
      selected: { id: 'd1' },
      isDetailsOpen: true,
    });
    expect(again.views.getState()).toEqual({ account: 'a', camera, selected: 'd1' });
  }
});

test.each([
  ['alerts', null, 'alerts'],
  ['last', null, 'expiry'],
  // Where a link leads comes first.
  ['last', 'users', 'users'],
] as const)('a start with the page %s and a link to %s is on %s', async (startPage, link, page) => {
  const { openWindow } = setUp();
  const first = openWindow();
  await first.opens('a');
  first.show('expiry');
  first.closes();
  const restarted = openWindow(startPage, link);
  await restarted.opens('a');
  expect(restarted.page()).toBe(page);
  // Another account begins with the fleet.
  await restarted.opens('b');
  expect(restarted.page()).toBe('fleet');
});

test('what was on screen when the window was closed is there after a restart', async () => {
  const { openWindow } = setUp();
  const first = openWindow();
  await first.opens('a');
  first.fleet.ask({ search: 'van' });
  first.fleet.ask({ search: '' });
  first.fleet.ask({ search: 'lorry' });
  first.closes();
  const restarted = openWindow();
  await restarted.opens('a');
  expect(restarted.fleet.getState().query.search).toBe('lorry');
});

test('a forgotten account starts anew when it is connected again', async () => {
  const { openWindow } = setUp();
  const window = openWindow();
  await window.opens('a');
  window.fleet.ask({ search: 'van' });
  window.forgets('a');
  await window.opens('a');
  expect(window.fleet.getState().query).toEqual(firstQuery);
});

test('what the user does before the answer of main is not overwritten', async () => {
  const { states, openWindow } = setUp();
  const before = openWindow();
  await before.opens('a');
  before.fleet.ask({ search: 'van' });
  before.fleet.show('d1');
  before.views.cameraChanged(camera);
  before.show('expiry');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(states.get('a')?.page).toBe('expiry');

  const window = openWindow();
  const opening = window.opens('a');
  window.fleet.show('linked');
  await opening;
  expect(window.page()).toBe('fleet');
  expect(window.fleet.getState().selected?.id).toBe('linked');
  expect(window.views.getState()).toMatchObject({ account: 'a', camera: null });
});

test('quick changes are stored at once and then once a second, for the account on screen only', async () => {
  const { kept, states, openWindow } = setUp();
  const window = openWindow();
  await window.opens('a');
  const before = kept.length;
  for (const search of ['v', 'va', 'van']) window.fleet.ask({ search });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(kept.length - before).toBeLessThanOrEqual(2);
  expect(states.get('a')?.filter.search).toBe('van');
  window.leaves();
  window.fleet.ask({ search: 'nobody' });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(states.get('a')?.filter.search).toBe('van');
});

test('what was opened last belongs to its account, the newest first and each once', async () => {
  const { states, openWindow } = setUp();
  const window = openWindow();
  rememberOpened('device', window.fleet, ({ selected }) => selected?.id ?? null);
  await window.opens('a');
  for (const id of ['d1', 'd2', 'd1']) window.fleet.show(id);
  const opened = [
    { kind: 'device', id: 'd1' },
    { kind: 'device', id: 'd2' },
  ];
  expect(openedStore.getState()).toEqual(opened);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(states.get('a')?.opened).toEqual(opened);

  await window.opens('b');
  expect(openedStore.getState()).toEqual([]);
  window.fleet.show('d9');
  await window.opens('a');
  expect(openedStore.getState()).toEqual(opened);
});
