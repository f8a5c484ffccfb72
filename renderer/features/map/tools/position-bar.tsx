import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Coordinates } from '#shared/domain/coordinates';
import { coordinates, coordinateStyles, type CoordinateStyle } from '#lib/format';
import type { MapStore } from '../store';
import type { MapTools } from './map-tools';
import { PositionItems } from './position-menu';
import { toolMessages as messages } from './tool-messages';
import classes from './tools.module.css';

interface PositionBarProps {
  store: MapStore;
  tools: MapTools;
  /** Whether the last copying succeeded; null: it was a while ago. */
  copied: boolean | null;
  onCopied: (isCopied: boolean) => void;
}

/**
 * The position under the pointer or, without one, of the centre of the map, which the keyboard moves. The
 * text changes with each movement, so React does not write it.
 */
export function PositionBar({ store, tools, copied, onCopied }: PositionBarProps) {
  const style = useStore(store, ({ coordinateStyle }) => coordinateStyle);
  const source = useRef<HTMLSpanElement>(null);
  const text = useRef<HTMLSpanElement>(null);
  const [middle, setMiddle] = useState<Coordinates | null>(null);
  useEffect(() => {
    let pointer: Coordinates | null = null;
    const show = () => {
      const { latitude, longitude } = pointer ?? tools.middle();
      source.current!.textContent = pointer ? messages.pointer : messages.centre;
      text.current!.textContent = coordinates(latitude, longitude, style);
    };
    show();
    const stops = [
      tools.onPointer((at) => {
        pointer = at;
        show();
      }),
      tools.onMoved(() => {
        if (!pointer) show();
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [tools, style]);
  return (
    <Menu
      position="top-start"
      withArrow
      onOpen={() => setMiddle(tools.middle())}
      onClose={() => setMiddle(null)}
    >
      <Menu.Target>
        <UnstyledButton
          className={classes.position}
          data-covers-map
          data-style={style}
          title={messages.positionTitle}
        >
          <VisuallyHidden>{messages.position}</VisuallyHidden>
          <span className={classes.positionText}>
            <span ref={source} className={classes.source} /> <span ref={text} />
          </span>
          <span role="status" className={classes.copied}>
            {copied !== null && (copied ? messages.copied : messages.copyFailed)}
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {middle && <PositionItems store={store} at={middle} onCopied={onCopied} />}
        <Menu.Label>{messages.format}</Menu.Label>
        <Menu.RadioGroup
          value={style}
          onChange={(chosen) => store.setState({ coordinateStyle: chosen as CoordinateStyle })}
        >
          {coordinateStyles.map((each) => (
            <Menu.RadioItem key={each} value={each} closeMenuOnClick>
              {messages.formats[each]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
