import type { FleetMessage } from '#shared/fleet/columns';
import { partsOfFleet, type FleetPortMessage } from '#shared/fleet/fleet-parts';
import type { Clock } from '#main/pace/clock';
import { inOwnTurn } from '#main/pace/turns';

/** The end of the port on which columns go to the window's worker. */
export interface FleetPort {
  postMessage(message: FleetPortMessage): void;
  close(): void;
}

/**
 * Posts messages in their order. The parts of a large fleet are posted one in each turn, so that input comes
 * between; what follows waits for them. Columns that change meanwhile are corrected by the fixes that follow.
 */
export interface FleetOutbox {
  /** Replaces the port; what waited for the previous one is dropped. */
  attach(port: FleetPort): void;
  post(message: FleetMessage): void;
  close(): void;
}

export function createFleetOutbox(clock: Pick<Clock, 'after' | 'soon'>): FleetOutbox {
  let port: FleetPort | null = null;
  let waiting: FleetPortMessage[] = [];
  let cancelNext = () => {};

  function clear(): void {
    cancelNext();
    waiting = [];
  }

  function postNext(): void {
    const [next, ...rest] = waiting;
    waiting = rest;
    if (next) port?.postMessage(next);
    if (waiting.length > 0) cancelNext = inOwnTurn(clock, postNext);
  }

  return {
    attach: (next) => {
      clear();
      port = next;
    },
    post: (message) => {
      // A whole fleet contains everything that was to be posted before it.
      if (message.type === 'fleet') clear();
      const isFirst = waiting.length === 0;
      waiting.push(...(message.type === 'fleet' ? partsOfFleet(message) : [message]));
      if (isFirst) postNext();
    },
    close: () => {
      clear();
      port = null;
    },
  };
}
