import type { StateRules } from '#shared/domain/device-state';
import type { Viewport } from '#engines/geo';
import type {
  FleetClient,
  FleetExtent,
  FleetQuery,
  FleetView,
  MapFeed,
  RowRange,
  VisibleSet,
} from './types';

/** The requests that have a response. */
export type Questions = Pick<
  FleetClient,
  'rows' | 'ids' | 'best' | 'find' | 'labels' | 'inView' | 'inTable' | 'nearest' | 'places'
> &
  Pick<MapFeed, 'extent' | 'locate' | 'devices' | 'members'>;

/** Messages from the window to the worker. */
export type ToWorker =
  | { type: 'attach'; port: MessagePort }
  | { type: 'query'; query: FleetQuery }
  | { type: 'rules'; rules: StateRules }
  | { type: 'estimates'; metresPerSecond: number | null }
  | { type: 'clock'; offsetMs: number }
  | { type: 'notes'; notes: Parameters<FleetClient['setNotes']>[0] }
  | { type: 'acknowledged'; until: Parameters<FleetClient['setAcknowledged']>[0] }
  | { type: 'select'; id: string | null }
  | { type: 'hold'; isHeld: boolean }
  | { type: 'watch'; from: number; to: number }
  | { type: 'viewport'; viewport: Viewport }
  /** The window has drawn its first picture. */
  | { type: 'pictureShown' }
  | {
      [K in keyof Questions]: {
        type: 'ask';
        ticket: number;
        name: K;
        args: Parameters<Questions[K]>;
      };
    }[keyof Questions];

/** Messages from the worker to the window. */
export type FromWorker =
  /** `groups` is omitted if they did not change since the last message. */
  | { type: 'view'; view: Omit<FleetView, 'groups'>; groups?: FleetView['groups']; rows: RowRange }
  | { type: 'rows'; rows: RowRange }
  | { type: 'selectedChanged'; id: string }
  | { type: 'fleet'; extent: FleetExtent }
  | { type: 'visible'; visible: VisibleSet }
  | { type: 'answer'; ticket: number; value: unknown };

/** The methods needed of a worker, or of one end of a message channel. */
export interface Line<Out, In> {
  postMessage(message: Out, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<In>) => void) | null;
}
