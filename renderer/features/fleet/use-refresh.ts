import { useEffect, useState } from 'react';
import type { Fault, Outcome } from '#shared/fault';
import type { DeviceDetails } from '#shared/ipc/fleet';

export type RequestDevice = (input: { id: string }) => Promise<Outcome<DeviceDetails>>;

export interface RefreshState {
  isBusy: boolean;
  /** Why the last refresh of this device failed. */
  fault: Fault | null;
  /** Increases when a refresh ends, because it may have changed the details even if it failed. */
  version: number;
}

const idle: RefreshState = { isBusy: false, fault: null, version: 0 };

/** Refreshes one device at a time; the result of an earlier device is dropped. */
export function createRefresh(
  request: RequestDevice,
  setState: (update: (before: RefreshState) => RefreshState) => void,
): { run(id: string): Promise<void>; leave(): void } {
  let current: object | null = null;
  return {
    run: async (id) => {
      if (current) return;
      const mine = {};
      current = mine;
      setState((before) => ({ ...before, isBusy: true, fault: null }));
      const outcome = await request({ id });
      if (current !== mine) return;
      current = null;
      const fault = outcome.ok ? null : outcome.fault;
      setState(({ version }) => ({ isBusy: false, fault, version: version + 1 }));
    },
    leave: () => {
      current = null;
      setState(() => idle);
    },
  };
}

export interface Refresh extends RefreshState {
  run: () => void;
  dismiss: () => void;
}

/** The refresh of the device that is shown; another device starts without fault and progress. */
export function useRefresh(id: string, request: RequestDevice): Refresh {
  const [state, setState] = useState<RefreshState>(idle);
  const [refresh] = useState(() => createRefresh(request, setState));
  useEffect(() => () => refresh.leave(), [id, refresh]);
  return {
    ...state,
    run: () => void refresh.run(id),
    dismiss: () => setState((before) => ({ ...before, fault: null })),
  };
}
