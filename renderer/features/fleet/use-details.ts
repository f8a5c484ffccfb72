import { useEffect, useState } from 'react';
import type { Fault, Outcome } from '#shared/fault';
import type { DeviceDetails } from '#shared/ipc/fleet';
import type { FleetClient } from '#engines/fleet';

export interface DetailsState {
  id: string;
  details: DeviceDetails | null;
  fault: Fault | null;
}

export type ReadDetails = (input: { id: string }) => Promise<Outcome<DeviceDetails>>;

/**
 * Reads the details of one device now and whenever its columns change. The last details stay until
 * newer ones arrive; outdated responses are dropped. The returned function stops it.
 */
export function followDetails(
  id: string,
  client: Pick<FleetClient, 'onSelectedChanged'>,
  read: ReadDetails,
  setState: (update: (before: DetailsState) => DetailsState) => void,
): () => void {
  let latest = 0;
  const readAgain = async () => {
    const request = (latest += 1);
    const outcome = await read({ id });
    if (request !== latest) return;
    setState((before) => {
      const known = before.id === id ? before.details : null;
      return outcome.ok
        ? { id, details: outcome.value, fault: null }
        : { id, details: known, fault: outcome.fault };
    });
  };
  const stop = client.onSelectedChanged((changed) => {
    if (changed === id) void readAgain();
  });
  void readAgain();
  return () => {
    latest += 1;
    stop();
  };
}

/** The details of one device, kept up to date. They are read again when `version` changes. */
export function useDetails(
  id: string,
  client: FleetClient,
  read: ReadDetails,
  version: number,
): DetailsState {
  const [state, setState] = useState<DetailsState>({ id, details: null, fault: null });
  useEffect(() => followDetails(id, client, read, setState), [id, client, read, version]);
  return state.id === id ? state : { id, details: null, fault: null };
}
