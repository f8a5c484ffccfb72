import { Menu, UnstyledButton } from '@mantine/core';
import { IconMapPinFilled } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { browserMapAddress, type Coordinates } from '#shared/domain/coordinates';
import type { MapEngine } from '#engines/map';
import { api } from '#lib/api';
import { showFault, showToast } from '#lib/toasts';
import { useFormat } from '#lib/use-format';
import classes from './map.module.css';
import type { MapStore } from './store';

interface PlaceProps {
  store: MapStore;
  engine: MapEngine;
}

/** The marker, with its menu. */
export function PlaceMarker({ store, engine }: PlaceProps) {
  const { t, coordinates } = useFormat();
  const at = useStore(store, ({ marker }) => marker);
  const [element] = useState(() => document.createElement('div'));
  useEffect(() => (at ? engine.place(element, at) : undefined), [engine, element, at]);
  if (!at) return null;
  const name = t('map.marker', { place: coordinates(at.latitude, at.longitude) });
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
        <PositionItems store={store} at={at} isMarker />
      </Menu.Dropdown>
    </Menu>,
    element,
  );
}

/** The menu of a place on the map: right-click, or the menu key. */
export function PlaceMenu({ store, engine }: PlaceProps) {
  const [opened, setOpened] = useState<{
    at: Coordinates;
    point: { x: number; y: number };
  } | null>(null);
  useEffect(() => engine.onContextMenu((at, point) => setOpened({ at, point })), [engine]);
  const isOpen = opened !== null;
  const leave = () => {
    setOpened(null);
    engine.focus();
  };
  // It stays while the map follows a device, and goes when the place leaves its point by the user's own hand.
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = () => setOpened(null);
    window.addEventListener('wheel', close);
    return () => window.removeEventListener('wheel', close);
  }, [isOpen]);
  if (!opened) return null;
  return (
    <Menu opened onClose={leave} position="right-start" returnFocus={false}>
      <Menu.Target>
        <span
          className={classes.menuPoint}
          style={{ left: opened.point.x, top: opened.point.y }}
          aria-hidden
        />
      </Menu.Target>
      <Menu.Dropdown>
        <PositionItems store={store} at={opened.at} />
      </Menu.Dropdown>
    </Menu>
  );
}

interface PositionItemsProps {
  store: MapStore;
  at: Coordinates;
  /** It is the marker that has the menu. */
  isMarker?: boolean;
}

/** What can be done with a position on the map. */
function PositionItems({ store, at, isMarker = false }: PositionItemsProps) {
  const { t, coordinates } = useFormat();
  const { latitude, longitude } = at;
  const { positionActions } = store.getState();
  const text = coordinates(latitude, longitude);
  const copy = async (what: string) => {
    const outcome = await api.app.copyText({ text: what });
    if (outcome.ok) showToast({ tone: 'info', title: t('map.place.copied', { text: what }) });
    else showFault(t('map.place.notCopied'), outcome.fault);
  };
  return (
    <>
      <Menu.Label>
        <bdi>{text}</bdi>
      </Menu.Label>
      <Menu.Item onClick={() => void copy(text)}>{t('map.place.copy')}</Menu.Item>
      <Menu.Item onClick={() => void copy(browserMapAddress(latitude, longitude))}>
        {t('map.place.copyLink')}
      </Menu.Item>
      {isMarker ? (
        <Menu.Item onClick={() => store.setState({ marker: null })}>
          {t('map.marker.remove')}
        </Menu.Item>
      ) : (
        <Menu.Item onClick={() => store.setState({ marker: at })}>{t('map.marker.put')}</Menu.Item>
      )}
      <Menu.Item onClick={() => store.setState({ ruler: { start: at } })}>
        {t('map.place.measure')}
      </Menu.Item>
      {positionActions.map(({ name, run }) => (
        <Menu.Item key={name} onClick={() => run(at)}>
          {t(name)}
        </Menu.Item>
      ))}
      <Menu.Item onClick={() => void api.app.openInBrowserMap({ latitude, longitude })}>
        {t('map.place.openInBrowser')}
      </Menu.Item>
    </>
  );
}
