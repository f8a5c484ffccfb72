import { Menu } from '@mantine/core';
import { type Coordinates, browserMapAddress } from '#shared/domain/coordinates';
import { api } from '#lib/api';
import { coordinates } from '#lib/format';
import type { MapStore } from '../store';
import { toolMessages as messages } from './tool-messages';

interface PositionItemsProps {
  store: MapStore;
  at: Coordinates;
  /** Tells the user whether the text was copied. */
  onCopied: (isCopied: boolean) => void;
  /** It is the marker that has the menu. */
  isMarker?: boolean;
}

/** What can be done with a position on the map. */
export function PositionItems({ store, at, onCopied, isMarker = false }: PositionItemsProps) {
  const { latitude, longitude } = at;
  const { coordinateStyle, positionActions } = store.getState();
  const text = coordinates(latitude, longitude, coordinateStyle);
  const copy = async (copied: string) => onCopied((await api.app.copyText({ text: copied })).ok);
  return (
    <>
      <Menu.Label>{text}</Menu.Label>
      <Menu.Item onClick={() => void copy(text)}>{messages.copyCoordinates}</Menu.Item>
      <Menu.Item onClick={() => void copy(browserMapAddress(latitude, longitude))}>
        {messages.copyLink}
      </Menu.Item>
      {isMarker ? (
        <Menu.Item onClick={() => store.setState({ marker: null })}>
          {messages.removeMarker}
        </Menu.Item>
      ) : (
        <Menu.Item onClick={() => store.setState({ marker: at })}>{messages.putMarker}</Menu.Item>
      )}
      <Menu.Item onClick={() => store.setState({ ruler: { start: at } })}>
        {messages.measureFrom}
      </Menu.Item>
      {positionActions.map(({ name, run }) => (
        <Menu.Item key={name} onClick={() => run(at)}>
          {name}
        </Menu.Item>
      ))}
      <Menu.Item onClick={() => void api.app.openInBrowserMap({ latitude, longitude })}>
        {messages.openInBrowser}
      </Menu.Item>
    </>
  );
}
