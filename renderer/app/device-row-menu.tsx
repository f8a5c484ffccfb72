import { Menu } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { pickedIds, useFleetStore, type FleetStore } from '#features/fleet';
import { openDay } from '#features/history';
import { revealOnMap, useMapStore, type MapStore } from '#features/map';
import type { FleetRow } from '#engines/fleet';
import { useFormat } from '#lib/use-format';
import { CopyItem } from '#ui/copy-item';
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
  const format = useFormat();
  const { t } = format;
  const picked = pickedIds();
  const isOfMany = picked.length > 1 && picked.includes(row.id);
  const device = isOfMany ? null : { id: row.id, label: row.label };
  const ids = isOfMany ? picked : [row.id];
  const name = isOfMany ? t('ui.selected.device', { count: ids.length }) : row.label;
  return (
    <>
      <Menu
        opened={at !== null}
        onChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
        position="bottom-start"
        // As high as it is, it fits into the window beside or over the place of the click.
        middlewares={{ shift: { crossAxis: true, padding: 8 } }}
        styles={{ dropdown: { maxHeight: 'calc(100vh - 16px)', overflowY: 'auto' } }}
        offset={0}
        transitionProps={{ duration: 0 }}
        hideDetached={false}
        width={230}
      >
        <Menu.Target>
          <span
            aria-hidden
            style={{ position: 'fixed', left: at?.x ?? 0, top: at?.y ?? 0, width: 1, height: 1 }}
          />
        </Menu.Target>
        <Menu.Dropdown aria-label={t('app.actions.of', { name })}>
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
                <CopyItem
                  name={t('app.device.copyPosition')}
                  done={t('app.device.positionCopied')}
                  text={format.coordinates(row.latitude, row.longitude)}
                />
              )}
              <DeviceMenuItems device={device} onDialog={setOpen} />
              <ExportItems ids={ids} filter={t('app.device.filter', { device: row.label })} />
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <DeviceDialogs ids={ids} device={device} open={open} onClose={() => setOpen(null)} />
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
