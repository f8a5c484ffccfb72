import { Menu } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { Coordinates } from '#shared/domain/coordinates';
import { pickedIds, useFleetStore, type FleetStore } from '#features/fleet';
import { openDay } from '#features/history';
import { revealOnMap, useMapStore, type MapStore } from '#features/map';
import { newPlaceAt } from '#features/places';
import type { FleetRow } from '#engines/fleet';
import { useFormat } from '#lib/use-format';
import { CopyItem } from '#ui/copy-button';
import { PointMenu } from '#ui/point-menu';
import {
  DeviceDialogs,
  DeviceMenuItems,
  DevicesMenuItems,
  ExportItems,
  type DeviceDialog,
} from './device-actions';

interface DeviceRowMenuProps {
  row: FleetRow;
  /** Where the menu opens; null: it is closed. What it began continues. */
  at: { x: number; y: number } | null;
  onClose: () => void;
}

/** What can be done with the device of a row, or with all selected ones if it is one of them. */
export function DeviceRowMenu({ row, at, onClose }: DeviceRowMenuProps) {
  const [open, setOpen] = useState<DeviceDialog | null>(null);
  const { t } = useFormat();
  const picked = pickedIds();
  const isOfMany = picked.length > 1 && picked.includes(row.id);
  const device = isOfMany ? null : { id: row.id, label: row.label };
  const ids = isOfMany ? picked : [row.id];
  const name = isOfMany ? t('ui.selected.device', { count: ids.length }) : row.label;
  return (
    <>
      <PointMenu label={t('app.actions.of', { name })} at={at} onClose={onClose}>
        <Menu.Label>
          <bdi>{name}</bdi>
        </Menu.Label>
        {device === null ? (
          <DevicesMenuItems ids={ids} onDialog={setOpen} />
        ) : (
          <>
            <MapItems row={row} />
            {/* The first for a device without a position. */}
            <Menu.Item data-autofocus onClick={() => openDay(device, 'today')}>
              {t('app.device.today')}
            </Menu.Item>
            <Menu.Item onClick={() => openDay(device, 'yesterday')}>
              {t('app.device.yesterday')}
            </Menu.Item>
            {row.latitude !== null && row.longitude !== null && (
              <PositionItems latitude={row.latitude} longitude={row.longitude} />
            )}
            <DeviceMenuItems device={device} onDialog={setOpen} />
            <ExportItems ids={ids} filter={t('app.device.filter', { device: row.label })} />
          </>
        )}
      </PointMenu>
      <DeviceDialogs ids={ids} device={device} open={open} onClose={() => setOpen(null)} />
    </>
  );
}

function PositionItems(position: Coordinates) {
  const { t, coordinates } = useFormat();
  return (
    <>
      <CopyItem
        name={t('app.device.copyPosition')}
        done={t('app.device.positionCopied')}
        text={coordinates(position.latitude, position.longitude)}
      />
      <Menu.Item onClick={() => newPlaceAt(position)}>{t('places.newHere')}</Menu.Item>
    </>
  );
}

/** Shows the device on the map, once or as long as it moves. */
function MapItems({ row }: { row: FleetRow }) {
  const { t } = useFormat();
  const fleet = useFleetStore();
  const map = useMapStore();
  const engine = useStore(map, (state) => state.engine);
  const isMissing = !engine || row.latitude === null;
  return (
    <>
      <Menu.Item
        data-autofocus={!isMissing || undefined}
        disabled={isMissing}
        onClick={() => showOnMap(fleet, map, row.id)}
      >
        {t('app.device.showOnMap')}
      </Menu.Item>
      <Menu.Item disabled={isMissing} onClick={() => followOnMap(fleet, map, row.id)}>
        {t('common.follow')}
      </Menu.Item>
    </>
  );
}

function showOnMap(fleet: FleetStore, map: MapStore, id: string): void {
  if (fleet.getState().preferences.layout === 'table') fleet.prefer({ layout: 'split' });
  fleet.select(id);
  void revealOnMap(map, id);
}

/** The map follows the selected device, so that following waits until it is the selected one. */
function followOnMap(fleet: FleetStore, map: MapStore, id: string): void {
  showOnMap(fleet, map, id);
  const begin = ({ view, selected }: ReturnType<FleetStore['getState']>): boolean => {
    if (selected?.id !== id) return true;
    if (view?.selected?.id !== id) return false;
    map.follow(true);
    return true;
  };
  if (begin(fleet.getState())) return;
  const stop = fleet.subscribe((state) => {
    if (begin(state)) stop();
  });
}
