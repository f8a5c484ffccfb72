import { useSyncExternalStore } from 'react';
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
