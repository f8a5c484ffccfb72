import type { FleetClient } from '#engines/fleet';
import { notesStore } from './store';

/** Passes the notes to the fleet worker, whose search finds them. */
export function followNotes(client: Pick<FleetClient, 'setNotes'>): void {
  notesStore.subscribe(({ notes }, before) => {
    if (notes === before.notes || (notes.size === 0 && before.notes.size === 0)) return;
    client.setNotes([...notes.values()].map(({ deviceId, text }) => [deviceId, text]));
  });
}
