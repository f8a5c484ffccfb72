import { describe, expect, it } from 'vitest';
import type { MapEngine } from '#engines/map';
import { showAccount } from '#lib/account-scope';
import { createMapStore } from './store';

/** A store with an engine that only follows, and a clock controlled by the test. */
function storeWithEngine() {
  const callbacks: (() => void)[] = [];
  const store = createMapStore((_ms, callback) => callbacks.push(callback));
  const camera = { follow: (isOn: boolean) => store.followChanged(isOn) };
  const engine = { camera } as unknown as MapEngine;
  store.setState({ engine });
  return { store, callbacks };
}

describe('following', () => {
  it('offers to resume for a while after the user panned away', () => {
    const { store, callbacks } = storeWithEngine();
    store.follow(true);
    expect(store.getState()).toMatchObject({ isFollowing: true, canResume: false });
    store.followChanged(false);
    expect(store.getState()).toMatchObject({ isFollowing: false, canResume: true });
    callbacks[0]!();
    expect(store.getState().canResume).toBe(false);
  });

  it('offers nothing after following was switched off', () => {
    const { store } = storeWithEngine();
    store.follow(true);
    store.follow(false);
    expect(store.getState()).toMatchObject({ isFollowing: false, canResume: false });
  });

  it('counts ten seconds from the last pan', () => {
    const { store, callbacks } = storeWithEngine();
    store.follow(true);
    store.followChanged(false);
    store.follow(true);
    store.followChanged(false);
    callbacks[0]!();
    expect(store.getState().canResume).toBe(true);
    callbacks[1]!();
    expect(store.getState().canResume).toBe(false);
  });
});

it('ends tools with the account they were used in', () => {
  showAccount('a');
  const store = createMapStore(() => undefined);
  store.setState({
    marker: { latitude: 1, longitude: 2 },
    ruler: { start: null },
    heat: 'devices',
  });
  showAccount('b');
  expect(store.getState()).toMatchObject({ marker: null, ruler: null, heat: 'off' });
});
