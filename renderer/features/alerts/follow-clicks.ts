import type { FleetStore } from '#features/fleet';
import { api } from '#lib/api';

/** Shows the device of a notification that was clicked, or the log for several devices. */
export function followClicks(fleet: FleetStore): () => void {
  return api.alerts.onClicked(({ deviceId }) => {
    if (deviceId === null) {
      window.location.hash = '#/alerts';
      return;
    }
    window.location.hash = '#/fleet';
    fleet.show(deviceId);
  });
}
