import { CloseButton, Group, UnstyledButton } from '@mantine/core';
import { useEffect, useRef, type CSSProperties } from 'react';
import { useStore } from 'zustand';
import type { FleetClient } from '#engines/fleet';
import { StateShapeIcon } from '#ui/state-badge';
import { useFormat } from '#lib/use-format';
import { page } from '#ui/page';
import type { MapEngine, Stack } from '#engines/map';
import classes from './map.module.css';
import type { MapStore } from './store';

/** Distance of the list from the centre of the fan, pixels. */
const fanPx = 70;

/** Places the list on the side with more space. */
function besideFan({ point, area }: Stack): CSSProperties {
  const across =
    point.x < area.width / 2
      ? { left: point.x + fanPx }
      : { right: Math.max(0, area.width - point.x + fanPx) };
  const down =
    point.y < area.height / 2
      ? { top: Math.max(8, point.y - 40) }
      : { bottom: area.height - point.y - 40 };
  return { ...across, ...down };
}

interface StackListProps {
  store: MapStore;
  fleet: FleetClient;
  onSelect: (id: string) => void;
}

/** Closes the list and returns the focus to the map. */
function leave(engine: MapEngine | null): void {
  engine?.closeStack();
  engine?.focus();
}

/** The devices at one spot, to choose one by name. */
export function StackList({ store, fleet, onSelect }: StackListProps) {
  const stack = useStore(store, (state) => state.stack);
  const engine = useStore(store, (state) => state.engine);
  const { t } = useFormat();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (stack) box.current?.querySelector<HTMLElement>('[data-device]')?.focus();
  }, [stack]);
  useEffect(() => {
    const element = box.current;
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') leave(engine);
    };
    element?.addEventListener('keydown', closeOnEscape);
    return () => element?.removeEventListener('keydown', closeOnEscape);
  }, [stack, engine]);
  if (!stack) return null;
  const close = () => leave(engine);
  const choose = (id: string) => {
    close();
    void fleet.select(id);
    onSelect(id);
  };
  const more = stack.count - stack.items.length;
  return (
    <div
      ref={box}
      className={classes.stack}
      role="dialog"
      aria-label={t('map.stack')}
      style={besideFan(stack)}
    >
      <Group justify="space-between" px={6} pb={4}>
        <strong>{t('map.stack.title', { count: stack.count })}</strong>
        <CloseButton size="sm" aria-label={t('map.file.close')} onClick={close} />
      </Group>
      <ul className={classes.stackItems}>
        {stack.items.map(({ id, label, state }) => (
          <li key={id}>
            <UnstyledButton data-device className={classes.stackItem} onClick={() => choose(id)}>
              <StateShapeIcon state={state} />
              <bdi>{label}</bdi>
              <span className={page.quiet}>{t(`common.deviceState.${state}`)}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {more > 0 && <div className={page.quiet}>{t('map.stack.more', { count: more })}</div>}
    </div>
  );
}
