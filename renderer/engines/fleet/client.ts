import { defaultSettings, stateRules } from '#shared/domain/settings';
import { connectWorker, Listeners, type Remote } from '#lib/rpc';
import type { FleetModel } from './fleet-model';
import type { FleetEvents, FleetExtent, VisibleSet } from './types';

/** What only the map asks. */
type MapMethod = 'setViewport' | 'extent' | 'locate' | 'devices' | 'members';

/** The fleet worker, for pages. Main posts columns directly to it; the window only receives what is on screen. */
export type FleetClient = Omit<Remote<FleetModel>, MapMethod> & {
  /** Called immediately with the last change of the view and its rows on screen, then on each change. */
  subscribe(listener: (change: FleetEvents['view']) => void): () => void;
  /** Called when the columns of the selected device changed, so that its details can be read again. */
  onSelectedChanged(listener: (id: string) => void): () => void;
};

/** The fleet worker, for the map. */
export type MapFeed = Pick<Remote<FleetModel>, MapMethod> & {
  /** Called with the visible set of the viewport, if there is one, then whenever it changes. */
  onVisible(listener: (visible: VisibleSet) => void): () => void;
  /** Called immediately with the current fleet, if any, then as `FleetExtent` describes. */
  onFleet(listener: (extent: FleetExtent) => void): () => void;
};

const startWorker = () =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'fleet' });

/** Starts a fleet worker and returns its client. One per window. */
export function createFleetClient(
  start: Parameters<typeof connectWorker>[0] = startWorker,
): FleetClient & MapFeed {
  const views = new Listeners<FleetEvents['view']>('kept');
  const selectedChanges = new Listeners<string>('passing');
  const fleets = new Listeners<FleetEvents['fleet']>('kept');
  const visibles = new Listeners<FleetEvents['visible']>('kept');
  const { remote } = connectWorker<FleetModel, FleetEvents>(start, 'fleet.task', {
    view: views.emit,
    selectedChanged: selectedChanges.emit,
    fleet: fleets.emit,
    visible: visibles.emit,
  });
  void remote.setRules(stateRules(defaultSettings));
  return Object.assign(remote, {
    subscribe: views.add,
    onSelectedChanged: selectedChanges.add,
    onFleet: fleets.add,
    onVisible: visibles.add,
  });
}
