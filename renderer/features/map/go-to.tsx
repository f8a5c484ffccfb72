import { Button, Group, Popover, TextInput } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import {
  readCoordinates,
  writeCoordinates,
  type Coordinates,
  type ReadCoordinates,
} from '#shared/domain/coordinates';
import type { MapEngine } from '#engines/map';
import { coordinates } from '#lib/format';
import { page } from '#ui/page';
import type { MapStore } from './store';
import { toolTexts as texts } from './map-texts';
import classes from './map.module.css';
import { ToolButton } from './tool-button';

/** Moves the map to typed coordinates and marks them. */
export function GoTo({ store, engine }: { store: MapStore; engine: MapEngine }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="left-start"
      withArrow
      trapFocus
      returnFocus
      width={300}
    >
      <Popover.Target>
        <ToolButton name={texts.goTo} icon={IconMapPin} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.goTo}>
        <GoToForm store={store} engine={engine} onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface GoToFormProps {
  store: MapStore;
  engine: MapEngine;
  onDone: () => void;
}

function GoToForm({ store, engine, onDone }: GoToFormProps) {
  const { marker, coordinateStyle } = useStore(store);
  const [text, setText] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const read = text.trim() === '' ? null : readCoordinates(text);
  const problem = read === null ? texts.goToEmpty : read.ok ? null : read.message;
  const other = read && otherOrder(read);
  const shown = ({ latitude, longitude }: Coordinates) =>
    coordinates(latitude, longitude, coordinateStyle);
  const unmistakable = ({ latitude, longitude }: Coordinates) =>
    coordinates(latitude, longitude, 'dms');

  function submit(event: React.FormEvent): void {
    event.preventDefault();
    setSubmitted(true);
    if (!read?.ok) return;
    const at = { latitude: read.latitude, longitude: read.longitude };
    store.setState({ marker: at });
    engine.camera.goTo(at);
    onDone();
  }

  return (
    <form className={classes.goTo} onSubmit={submit} noValidate>
      <TextInput
        label={texts.goToField}
        description={texts.goToHint}
        placeholder={texts.goToExample}
        value={text}
        error={isSubmitted && problem}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setSubmitted(false);
        }}
        autoComplete="off"
        spellCheck={false}
        maxLength={2_000}
        data-autofocus
        classNames={{ description: classes.fieldText, error: classes.fieldText }}
      />
      <div className={classes.readAs} role="status">
        {read?.ok && <p className={page.quiet}>{texts.readAs(unmistakable(read))}</p>}
        {other && (
          <>
            <p className={page.quiet}>{texts.swapQuestion(unmistakable(other))}</p>
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => {
                setText(writeCoordinates(other));
                setSubmitted(false);
              }}
            >
              {texts.swap}
            </Button>
          </>
        )}
      </div>
      <Group gap={6}>
        <Button type="submit" size="xs">
          {texts.goToButton}
        </Button>
        {marker && (
          <Button
            size="xs"
            variant="default"
            title={texts.marker(shown(marker))}
            onClick={() => {
              store.setState({ marker: null });
              onDone();
            }}
          >
            {texts.removeMarker}
          </Button>
        )}
      </Group>
    </form>
  );
}

/**
 * The position if the longitude was written first; null if the text says which number is which, or if that is
 * no other position. It is for a question: nothing is swapped without one.
 */
export function otherOrder(read: ReadCoordinates): Coordinates | null {
  if (!read.ok) return read.swapped ?? null;
  const { latitude, longitude, isMarked } = read;
  if (isMarked || Math.abs(longitude) > 90 || latitude === longitude) return null;
  return { latitude: longitude, longitude: latitude };
}
