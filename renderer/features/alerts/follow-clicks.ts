import type { FleetStore } from '#features/fleet';
import { api } from '#lib/api';

/** A native notification was clicked: its device is shown, or the log where it is about several. */
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
