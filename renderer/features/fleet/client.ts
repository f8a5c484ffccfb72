import { defaultSettings, stateRules } from '#shared/domain/settings';
import type { FromWorker, Line, Questions, ToWorker } from './protocol';
import type { FleetClient, FleetExtent, FleetView, MapFeed, RowRange, VisibleSet } from './types';

/** Listeners of one kind. */
class Listeners<T> {
  readonly #all = new Set<(value: T) => void>();

  add(listener: (value: T) => void): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  tell(value: T): void {
    for (const listener of this.#all) listener(value);
  }
}

const startWorker = (): Line<ToWorker, FromWorker> =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'fleet' });

/** Starts a fleet worker and answers the window's end of it. One per window. */
export function createFleetClient(
  line: Line<ToWorker, FromWorker> = startWorker(),
): FleetClient & MapFeed {
  const views = new Listeners<FleetView>();
  const rowRanges = new Listeners<RowRange>();
  const selectedChanges = new Listeners<string>();
  const fleets = new Listeners<FleetExtent>();
  const visibles = new Listeners<VisibleSet>();
  const waiting = new Map<number, (value: unknown) => void>();
  let lastView: FleetView | null = null;
  let lastGroups: FleetView['groups'] = [];
  let lastFleet: FleetExtent | null = null;
  let lastVisible: VisibleSet | null = null;
  let ticket = 0;

  const say = (message: ToWorker, transfer: Transferable[] = []) =>
    line.postMessage(message, transfer);

  function ask<K extends keyof Questions>(
    name: K,
    ...args: Parameters<Questions[K]>
  ): ReturnType<Questions[K]> {
    ticket += 1;
    const question = { type: 'ask', ticket, name, args } as Extract<ToWorker, { type: 'ask' }>;
    return new Promise<unknown>((resolve) => {
      waiting.set(question.ticket, resolve);
      say(question);
    }) as ReturnType<Questions[K]>;
  }

  line.onmessage = ({ data }) => {
    switch (data.type) {
      case 'view':
        lastGroups = data.groups ?? lastGroups;
        lastView = { ...data.view, groups: lastGroups };
        rowRanges.tell(data.rows);
        return views.tell(lastView);
      case 'rows':
        return rowRanges.tell(data.rows);
      case 'selectedChanged':
        return selectedChanges.tell(data.id);
      case 'fleet':
        lastFleet = data.extent;
        return fleets.tell(data.extent);
      case 'visible':
        lastVisible = data.visible;
        return visibles.tell(data.visible);
      case 'answer':
        waiting.get(data.ticket)?.(data.value);
        waiting.delete(data.ticket);
    }
  };

  say({ type: 'rules', rules: stateRules(defaultSettings) });

  return {
    attach: (port) => say({ type: 'attach', port }, [port]),
    setQuery: (query) => say({ type: 'query', query }),
    setRules: (rules) => say({ type: 'rules', rules }),
    select: (id) => say({ type: 'select', id }),
    rows: (from, to) => ask('rows', from, to),
    ids: () => ask('ids'),
    watch: (from, to) => say({ type: 'watch', from, to }),
    onRows: (listener) => rowRanges.add(listener),
    find: (text, limit) => ask('find', text, limit),
    labels: (ids) => ask('labels', ids),
    inSight: (limit) => ask('inSight', limit),
    subscribe: (listener) => {
      const stop = views.add(listener);
      if (lastView) listener(lastView);
      return stop;
    },
    onSelectedChanged: (listener) => selectedChanges.add(listener),
    setViewport: (viewport) => say({ type: 'viewport', viewport }),
    onVisible: (listener) => {
      const stop = visibles.add(listener);
      if (lastVisible) listener(lastVisible);
      return stop;
    },
    onFleet: (listener) => {
      const stop = fleets.add(listener);
      if (lastFleet) listener(lastFleet);
      return stop;
    },
    extent: () => ask('extent'),
    locate: (id) => ask('locate', id),
    devices: (generation, slots) => ask('devices', generation, slots),
    members: (...args) => ask('members', ...args),
  };
}
