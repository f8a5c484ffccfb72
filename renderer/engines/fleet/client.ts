import { defaultSettings, stateRules } from '#shared/domain/settings';
import { connectWorker, type Remote } from '#lib/rpc';
import type { FleetEvents, FleetExtent, FleetView, RowRange, VisibleSet } from './types';
import type { FleetHost } from './worker-host';

/** What only the map asks. */
type MapMethod = 'setViewport' | 'extent' | 'locate' | 'devices' | 'members';

/** The fleet worker, for pages. Main posts columns directly to it; the window only receives what is on screen. */
export type FleetClient = Omit<Remote<FleetHost>, MapMethod> & {
  /** Called immediately with the current view, then on each change. */
  subscribe(listener: (view: FleetView) => void): () => void;
  /** Called with the rows on screen when the range changes, and together with each new view. */
  onRows(listener: (range: RowRange) => void): () => void;
  /** Called when the columns of the selected device changed, so that its details can be read again. */
  onSelectedChanged(listener: (id: string) => void): () => void;
};

/** The fleet worker, for the map. */
export type MapFeed = Pick<Remote<FleetHost>, MapMethod> & {
  /** Called with the visible set of the viewport, if there is one, then whenever it changes. */
  onVisible(listener: (visible: VisibleSet) => void): () => void;
  /** Called immediately with the current fleet, if any, then as `FleetExtent` describes. */
  onFleet(listener: (extent: FleetExtent) => void): () => void;
};

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
  let lastSos: FleetView['sos'] = [];

  const { remote } = connectWorker<FleetHost, FleetEvents>(start, 'fleet.task', {
    view(event) {
      lastGroups = event.groups ?? lastGroups;
      lastSos = event.sos ?? lastSos;
      rows.emit(event.rows);
      views.emit({ ...event.view, groups: lastGroups, sos: lastSos });
    },
    rows: rows.emit,
    selectedChanged: selectedChanges.emit,
    fleet: fleets.emit,
    visible: visibles.emit,
  });
  void remote.setRules(stateRules(defaultSettings));
  return Object.assign(remote, {
    subscribe: views.add,
    onRows: rows.add,
    onSelectedChanged: selectedChanges.add,
    onFleet: fleets.add,
    onVisible: visibles.add,
  });
}
