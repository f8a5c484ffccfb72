import type { StateRules } from '#shared/domain/device-state';
import type { FleetExtent, FleetQuery, FleetView, MapFeed, Viewport, VisibleSet } from './types';
import type { FleetClient } from './types';

/** The questions that have an answer. */
export type Questions = Pick<FleetClient, 'rows' | 'find'> &
  Pick<MapFeed, 'extent' | 'locate' | 'devices' | 'members'>;

/** What the window says to the worker. */
export type ToWorker =
  | { type: 'attach'; port: MessagePort }
  | { type: 'query'; query: FleetQuery }
  | { type: 'rules'; rules: StateRules }
  | { type: 'select'; id: string | null }
  | { type: 'viewport'; viewport: Viewport }
  | {
      [K in keyof Questions]: {
        type: 'ask';
        ticket: number;
        name: K;
        args: Parameters<Questions[K]>;
      };
    }[keyof Questions];

/** What the worker says to the window. */
export type FromWorker =
  | { type: 'view'; view: FleetView }
  | { type: 'selectedChanged'; id: string }
  | { type: 'fleet'; extent: FleetExtent }
  | { type: 'visible'; visible: VisibleSet }
  | { type: 'answer'; ticket: number; value: unknown };

/** The part of a worker, or of one end of a message channel, that is needed. */
export interface Line<Out, In> {
  postMessage(message: Out, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<In>) => void) | null;
}
