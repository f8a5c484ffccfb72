import { useStore } from 'zustand';
import { changeSettings } from '#lib/change-settings';
import type { FleetStore } from '#features/fleet';
import type { FleetClient, MapFeed } from '#engines/fleet';
import { FleetMap, type MapStore } from '#features/map';
import { useColourScheme, useMapStyleUrl, useSettings } from '#features/settings';
import type { ViewStates } from './view-states';

interface MapPaneProps {
  fleet: FleetClient & MapFeed;
  fleetStore: FleetStore;
  mapStore: MapStore;
  viewStates: ViewStates;
}

/** The map, connected to the settings, the account and the selection. */
export function MapPane({ fleet, fleetStore, mapStore, viewStates }: MapPaneProps) {
  const { labels } = useSettings();
  const mapStyleUrl = useMapStyleUrl();
  const account = useStore(viewStates, (opened) => opened.account);
  const { camera, selected } = viewStates.getState();
  return (
    <FleetMap
      fleet={fleet}
      store={mapStore}
      account={account}
      theme={useColourScheme()}
      styleUrl={mapStyleUrl}
      labels={labels}
      onLabels={(chosen) => void changeSettings({ labels: chosen })}
      savedView={camera}
      savedSelection={selected}
      onViewChanged={viewStates.cameraChanged}
      onSelect={(id) => fleetStore.show(id)}
    />
  );
}
