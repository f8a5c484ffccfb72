import { defaultSettings, stateRules } from '#shared/domain/settings';
import { createWorkerLine, type WorkerEnd } from '#lib/worker-line';
import type { FromWorker, Questions, ToWorker } from './protocol';
import type { FleetClient, FleetExtent, FleetView, MapFeed, RowRange, VisibleSet } from './types';
import { texts } from './fleet-texts';

/** Listeners of one kind. */
class Listeners<T> {
  readonly #all = new Set<(value: T) => void>();

  add(listener: (value: T) => void): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  emit(value: T): void {
    for (const listener of this.#all) listener(value);
  }
}

const startWorker = (): WorkerEnd<ToWorker, FromWorker> =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'fleet' });

/** Starts a fleet worker and returns its client. One per window. */
export function createFleetClient(start = startWorker): FleetClient & MapFeed {
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

  const line = createWorkerLine(start, texts.updatingTheFleet, receive);
  const say = (message: ToWorker) => line.say(message);

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

  function receive(data: FromWorker): void {
    switch (data.type) {
      case 'view':
        lastGroups = data.groups ?? lastGroups;
        lastView = { ...data.view, groups: lastGroups };
        rowRanges.emit(data.rows);
        return views.emit(lastView);
      case 'rows':
        return rowRanges.emit(data.rows);
      case 'selectedChanged':
        return selectedChanges.emit(data.id);
      case 'fleet':
        lastFleet = data.extent;
        return fleets.emit(data.extent);
      case 'visible':
        lastVisible = data.visible;
        return visibles.emit(data.visible);
      case 'answer':
        waiting.get(data.ticket)?.(data.value);
        waiting.delete(data.ticket);
    }
  }

  say({ type: 'rules', rules: stateRules(defaultSettings) });

  return {
    attach: (port) => line.say({ type: 'attach', port }, [port]),
    setQuery: (query) => say({ type: 'query', query }),
    setRules: (rules) => say({ type: 'rules', rules }),
    setEstimates: (metresPerSecond) => say({ type: 'estimates', metresPerSecond }),
    setServiceOffset: (offsetMs) => say({ type: 'clock', offsetMs }),
    setNotes: (notes) => say({ type: 'notes', notes }),
    setAcknowledged: (until) => say({ type: 'acknowledged', until }),
    select: (id) => say({ type: 'select', id }),
    pictureShown: () => say({ type: 'pictureShown' }),
    rows: (from, to) => ask('rows', from, to),
    ids: () => ask('ids'),
    best: () => ask('best'),
    holdOrder: (isHeld) => say({ type: 'hold', isHeld }),
    watch: (from, to) => say({ type: 'watch', from, to }),
    onRows: (listener) => rowRanges.add(listener),
    find: (text, limit) => ask('find', text, limit),
    labels: (ids) => ask('labels', ids),
    nearest: (question) => ask('nearest', question),
    places: (positions) => ask('places', positions),
    inView: (limit) => ask('inView', limit),
    inTable: (limit) => ask('inTable', limit),
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
