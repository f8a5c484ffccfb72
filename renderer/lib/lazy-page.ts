import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** A page whose code is loaded when it is first shown, or before with `load`. */
export type LazyPage<P> = LazyExoticComponent<ComponentType<P>> & { load(): void };

/** `load` imports the page; a second import of the same file costs nothing. */
export function lazyPage<P>(load: () => Promise<ComponentType<P>>): LazyPage<P> {
  const page = lazy(async () => ({ default: await load() }));
  // A failure is reported when the page is shown.
  return Object.assign(page, { load: () => void load().catch(() => undefined) });
}
