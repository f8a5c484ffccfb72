import { Component, useSyncExternalStore, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { lazyPage } from './lazy-page';

/** A store that changes with each turn of the event loop, as a live fleet does on a computer that is too slow for it. */
function busyStore() {
  let turns = 0;
  let isRunning = true;
  const listeners = new Set<() => void>();
  const turn = () => {
    turns += 1;
    for (const listener of listeners) listener();
    if (isRunning) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    turns: () => turns,
    stop: () => void (isRunning = false),
  };
}

/** As long as React draws a part of a page on a slow computer. */
function spendTime(): void {
  const until = performance.now() + 2;
  while (performance.now() < until);
}

function SlowPart() {
  spendTime();
  return <p>part</p>;
}

test('a page whose code has come is shown although the fleet updates without pause', async () => {
  // As in the window: React decides when to draw.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const fleet = busyStore();
  const Fleet = () => <output>{useSyncExternalStore(fleet.subscribe, fleet.turns)}</output>;
  const Page = lazyPage(() =>
    Promise.resolve(() => Array.from({ length: 30 }, (_, at) => <SlowPart key={at} />)),
  );
  const place = document.createElement('div');
  const root = createRoot(place);
  root.render(
    <>
      <Fleet />
      <Page />
    </>,
  );
  await vi.waitUntil(() => place.querySelector('p') !== null || fleet.turns() > 300, {
    timeout: 30_000,
  });
  fleet.stop();
  expect(place.querySelectorAll('p')).toHaveLength(30);
  root.unmount();
  vi.unstubAllGlobals();
});

test('code that cannot be loaded is an error of the place where it is shown, and loaded again there', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  let tries = 0;
  let retry = () => {};
  class Boundary extends Component<{ children: ReactNode }> {
    override state = { message: '' };
    static getDerivedStateFromError(error: Error) {
      return { message: error.message };
    }
    override render() {
      retry = () => this.setState({ message: '' });
      return this.state.message || this.props.children;
    }
  }
  const Page = lazyPage(() => {
    tries += 1;
    return tries < 3
      ? Promise.reject(new Error(`no such file ${tries}`))
      : Promise.resolve(() => <p>the page</p>);
  });
  const place = document.createElement('div');
  const root = createRoot(place, { onCaughtError: () => undefined });
  root.render(
    <Boundary>
      <Page />
    </Boundary>,
  );
  await expect.poll(() => place.textContent).toBe('no such file 1');
  retry();
  await expect.poll(() => place.textContent).toBe('no such file 2');
  retry();
  await expect.poll(() => place.textContent).toBe('the page');
  expect(tries).toBe(3);
  root.unmount();
  vi.unstubAllGlobals();
});
