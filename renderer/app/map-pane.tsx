import { useState } from 'react';
import { api } from '#lib/api';
import { useOpenSession } from '#features/session';
import type { FleetStore } from '#features/fleet';
import type { FleetClient, MapFeed } from '#features/fleet-data';
import { FleetMap, type MapCameraView, type MapStore } from '#features/map';
import { useColourScheme, useSettings } from '#features/settings';

interface MapPaneProps {
  fleet: FleetClient & MapFeed;
  fleetStore: FleetStore;
  mapStore: MapStore;
}

/** The map, connected to the settings, the account and the selection. */
export function MapPane({ fleet, fleetStore, mapStore }: MapPaneProps) {
  const { mapStyleUrl, labels } = useSettings();
  const account = useOpenSession()?.profile.id ?? null;
  // For this session only: locations are never stored unencrypted.
  const [views] = useState(() => new Map<string, MapCameraView>());
  return (
    <FleetMap
      fleet={fleet}
      store={mapStore}
      account={account}
      theme={useColourScheme()}
      styleUrl={mapStyleUrl}
      labels={labels}
      onLabels={(chosen) => void api.settings.change({ labels: chosen })}
      savedView={(account !== null && views.get(account)) || null}
      onViewChanged={(view) => account !== null && views.set(account, view)}
      onSelect={(id) => fleetStore.show(id)}
    />
  );
}
