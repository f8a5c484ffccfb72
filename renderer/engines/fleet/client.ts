import { defaultSettings, stateRules } from '#shared/domain/settings';
import { connectWorker } from '#lib/rpc';
import { texts } from './fleet-texts';
import type {
  FleetClient,
  FleetEvents,
  FleetMethods,
  FleetView,
  MapFeed,
  MapMethods,
} from './types';

/** The listeners of one event; a new one is called with the last value at once if it is `kept`. */
class Listeners<T> {
  readonly #all = new Set<(value: T) => void>();
  #last: { value: T } | null = null;

  constructor(private readonly keeps: 'kept' | 'passing') {}

  readonly add = (listener: (value: T) => void): (() => void) => {
    this.#all.add(listener);
    if (this.#last) listener(this.#last.value);
    return () => this.#all.delete(listener);
  };

  readonly emit = (value: T): void => {
    if (this.keeps === 'kept') this.#last = { value };
    for (const listener of this.#all) listener(value);
  };
}

const startWorker = () =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'fleet' });

/** Starts a fleet worker and returns its client. One per window. */
export function createFleetClient(
  start: Parameters<typeof connectWorker>[0] = startWorker,
): FleetClient & MapFeed {
  const views = new Listeners<FleetView>('kept');
  const rows = new Listeners<FleetEvents['rows']>('passing');
  const selectedChanges = new Listeners<string>('passing');
  const fleets = new Listeners<FleetEvents['fleet']>('kept');
  const visibles = new Listeners<FleetEvents['visible']>('kept');
  let lastGroups: FleetView['groups'] = [];

  const { remote } = connectWorker<FleetMethods & MapMethods, FleetEvents>(
    start,
    texts.updatingTheFleet,
    {
      view(event) {
        lastGroups = event.groups ?? lastGroups;
        rows.emit(event.rows);
        views.emit({ ...event.view, groups: lastGroups });
      },
      rows: rows.emit,
      selectedChanged: selectedChanges.emit,
      fleet: fleets.emit,
      visible: visibles.emit,
    },
  );
  void remote.setRules(stateRules(defaultSettings));
  return Object.assign(remote, {
    subscribe: views.add,
    onRows: rows.add,
    onSelectedChanged: selectedChanges.add,
    onFleet: fleets.add,
    onVisible: visibles.add,
  });
}
