import { createElement, useSyncExternalStore, type ComponentType } from 'react';

/**
 * A component whose code is loaded when it is first shown; until then nothing is. An error of loading is thrown where it
 * is shown; when that is gone, the code is loaded again by who shows it next. Not `lazy`: what Suspense shows after waiting is a retry, the one kind of work that React never treats as
 * overdue, so on a busy computer each update of a live fleet starts it again, and the page stays empty.
 */
export function lazyPage<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  let settled: { Page: ComponentType<P> } | { error: unknown } | null = null;
  let loading: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const settle = (result: NonNullable<typeof settled>) => {
    settled = result;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    loading ??= load().then(
      (Page) => settle({ Page }),
      (error: unknown) => settle({ error }),
    );
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0 || !settled || !('error' in settled)) return;
      settled = null;
      loading = null;
    };
  };
  return function LazyPage(props: P) {
    const shown = useSyncExternalStore(subscribe, () => settled);
    if (!shown) return null;
    if ('error' in shown) throw shown.error;
    return createElement(shown.Page, props);
  };
}
