import { Menu, UnstyledButton } from '@mantine/core';
import { IconMapPinFilled } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import type { Coordinates } from '#shared/domain/coordinates';
import { coordinates } from '#lib/format';
import type { MapStore } from '../store';
import type { MapTools } from './map-tools';
import { PositionItems } from './position-menu';
import { toolMessages as messages } from './tool-messages';
import classes from './tools.module.css';

interface MapPlacesProps {
  store: MapStore;
  tools: MapTools;
  onCopied: (isCopied: boolean) => void;
}

/** The marker, with its menu. */
export function PlaceMarker({ store, tools, onCopied }: MapPlacesProps) {
  const { marker: at, coordinateStyle } = useStore(store);
  const [element] = useState(() => document.createElement('div'));
  useEffect(() => (at ? tools.place(element, at) : undefined), [tools, element, at]);
  if (!at) return null;
  const name = messages.marker(coordinates(at.latitude, at.longitude, coordinateStyle));
  return createPortal(
    <Menu position="right-start" withArrow>
      <Menu.Target>
        <UnstyledButton
          className={classes.marker}
          aria-label={name}
          title={name}
          onKeyDown={(event) => {
            if (event.key === 'Delete' || event.key === 'Backspace') {
              event.stopPropagation();
              store.setState({ marker: null });
            }
          }}
          // A click on it is not one on the map below.
          onClick={(event) => event.stopPropagation()}
        >
          <IconMapPinFilled size={30} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <PositionItems store={store} at={at} onCopied={onCopied} isMarker />
      </Menu.Dropdown>
    </Menu>,
    element,
  );
}

/** The menu of a place on the map: right-click, or the menu key. */
export function PlaceMenu({ store, tools, onCopied }: MapPlacesProps) {
  const [opened, setOpened] = useState<{
    at: Coordinates;
    point: { x: number; y: number };
  } | null>(null);
  useEffect(() => tools.onContextMenu((at, point) => setOpened({ at, point })), [tools]);
  const isOpen = opened !== null;
  useEffect(() => (isOpen ? tools.onMoved(() => setOpened(null)) : undefined), [tools, isOpen]);
  if (!opened) return null;
  return (
    <Menu opened onClose={() => setOpened(null)} position="right-start" returnFocus={false}>
      <Menu.Target>
        <span
          className={classes.menuPoint}
          style={{ left: opened.point.x, top: opened.point.y }}
          aria-hidden
        />
      </Menu.Target>
      <Menu.Dropdown>
        <PositionItems store={store} at={opened.at} onCopied={onCopied} />
      </Menu.Dropdown>
    </Menu>
  );
}
