import { useEffect, useState } from 'react';
import type { Fault, Outcome } from '#shared/fault';
import type { DeviceDetails } from '#shared/ipc/fleet';
import type { FleetClient } from '#features/fleet-data';

export interface DetailsReading {
  id: string;
  details: DeviceDetails | null;
  fault: Fault | null;
}

/** Asks main for one device. */
export type ReadDetails = (input: { id: string }) => Promise<Outcome<DeviceDetails>>;

/**
 * Follows one device: reads it, and again whenever its columns change. What is shown stays until the
 * newer answer is there; an answer that was overtaken is dropped. Stops when the answered function is
 * called.
 */
export function followDetails(
  id: string,
  client: Pick<FleetClient, 'onSelectedChanged'>,
  read: ReadDetails,
  tell: (update: (before: DetailsReading) => DetailsReading) => void,
): () => void {
  let latest = 0;
  const readAgain = async () => {
    const request = (latest += 1);
    const outcome = await read({ id });
    if (request !== latest) return;
    tell((before) => {
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

/** Everything known about one device, kept up to date. */
export function useDetails(id: string, client: FleetClient, read: ReadDetails): DetailsReading {
  const [reading, setSubmissionMode] = useState<DetailsReading>({ id, details: null, fault: null });
  useEffect(() => followDetails(id, client, read, setSubmissionMode), [id, client, read]);
  return reading.id === id ? reading : { id, details: null, fault: null };
}
