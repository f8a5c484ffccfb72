import { FleetModel as OwnModel } from '../../../renderer/features/fleet-data/fleet-model';

// The worker's own model of the fleet; notes when the new position of a device arrived.

/** Epoch milliseconds by slot. */
export const receivedAt = new Map<number, number>();

export class FleetModel extends OwnModel {
  override apply(...[message, now]: Parameters<OwnModel['apply']>): void {
    if (message.type === 'fixes') {
      const at = Date.now();
      for (const slot of message.slots) receivedAt.set(slot, at);
    }
    super.apply(message, now);
  }
}
