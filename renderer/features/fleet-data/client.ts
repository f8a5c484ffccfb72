import { defaultSettings, stateRules } from '#shared/domain/settings';
import type { Fault } from '#shared/fault';
import { createWorkerLine, type WorkerEnd } from '#lib/worker-line';
import type { FromWorker, Questions, ToWorker } from './protocol';
import type { FleetClient, FleetExtent, FleetView, MapFeed, RowRange, VisibleSet } from './types';
import { texts } from './fleet-data-texts';

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

/** Messages that are cached and sent again to a new worker, in this order. */
const cachedTypes = [
  'clock',
  'notes',
  'acknowledged',
  'rules',
  'estimates',
  'query',
  'select',
  'hold',
  'watch',
  'viewport',
] as const;
type CachedType = (typeof cachedTypes)[number];

interface Asked {
  question: Extract<ToWorker, { type: 'ask' }>;
  resolve: (value: unknown) => void;
  /** The worker that received the request has failed. */
  isSecond: boolean;
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
  const faults = new Listeners<Fault | null>();
  const waiting = new Map<number, Asked>();
  const cached = new Map<CachedType, ToWorker>();
  let lastView: FleetView | null = null;
  let lastGroups: FleetView['groups'] = [];
  let lastFleet: FleetExtent | null = null;
  let lastVisible: VisibleSet | null = null;
  let ticket = 0;
  /** The last worker failed, and the next one has no fleet yet. */
  let isFleetLost = false;

  const line = createWorkerLine<ToWorker, FromWorker>({
    start,
    work: texts.updatingTheFleet,
    onMessage: receive,
    onBroken: (fault) => {
      isFleetLost = true;
      // Sent again to the next worker, but only once: the request may be what broke this worker.
      for (const [id, request] of waiting) {
        if (request.isSecond) waiting.delete(id);
        request.isSecond = true;
      }
      faults.emit(fault);
    },
  });

  function keep(message: ToWorker & { type: CachedType }): void {
    cached.set(message.type, message);
    line.say(message);
  }

  function ask<K extends keyof Questions>(
    name: K,
    ...args: Parameters<Questions[K]>
  ): ReturnType<Questions[K]> {
    ticket += 1;
    const question = { type: 'ask', ticket, name, args } as Asked['question'];
    return new Promise<unknown>((resolve) => {
      waiting.set(question.ticket, { question, resolve, isSecond: false });
      if (!isFleetLost) line.say(question);
    }) as ReturnType<Questions[K]>;
  }

  function askAgain(): void {
    isFleetLost = false;
    for (const { question } of waiting.values()) line.say(question);
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
        if (isFleetLost) askAgain();
        return fleets.emit(data.extent);
      case 'visible':
        lastVisible = data.visible;
        return visibles.emit(data.visible);
      case 'answer':
        waiting.get(data.ticket)?.resolve(data.value);
        waiting.delete(data.ticket);
    }
  }

  keep({ type: 'rules', rules: stateRules(defaultSettings) });

  return {
    attach: (port) => line.say({ type: 'attach', port }, [port]),
    onBroken: (listener) => faults.add(listener),
    restart: () => {
      line.restart();
      for (const type of cachedTypes) {
        const message = cached.get(type);
        if (message) line.say(message);
      }
      faults.emit(null);
    },
    setQuery: (query) => keep({ type: 'query', query }),
    setRules: (rules) => keep({ type: 'rules', rules }),
    setEstimates: (metresPerSecond) => keep({ type: 'estimates', metresPerSecond }),
    setServiceOffset: (offsetMs) => keep({ type: 'clock', offsetMs }),
    setNotes: (notes) => keep({ type: 'notes', notes }),
    setAcknowledged: (until) => keep({ type: 'acknowledged', until }),
    select: (id) => keep({ type: 'select', id }),
    rows: (from, to) => ask('rows', from, to),
    ids: () => ask('ids'),
    best: () => ask('best'),
    holdOrder: (isHeld) => keep({ type: 'hold', isHeld }),
    watch: (from, to) => keep({ type: 'watch', from, to }),
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
    setViewport: (viewport) => keep({ type: 'viewport', viewport }),
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
