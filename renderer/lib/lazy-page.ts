import { lazy, type ComponentType } from 'react';

/** A page whose code is loaded when it is first shown. */
export const lazyPage = <P>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await load() }));
