import { Button, Popover, TextInput } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { readCoordinates, writeCoordinates, type Coordinates } from '#shared/domain/coordinates';
import { coordinates } from '#lib/format';
import type { MapStore } from '../store';
import type { MapTools } from './map-tools';
import { otherOrder } from './other-order';
import { ToolButton } from './tool-button';
import { toolMessages as messages } from './tool-messages';
import classes from './tools.module.css';

/** Moves the map to typed coordinates and marks them. */
export function GoTo({ store, tools }: { store: MapStore; tools: MapTools }) {
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
        <ToolButton name={messages.goTo} onClick={() => setOpen(!isOpen)}>
          <IconMapPin size={18} />
        </ToolButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={messages.goTo}>
        <GoToForm store={store} tools={tools} onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface GoToFormProps {
  store: MapStore;
  tools: MapTools;
  onDone: () => void;
}

function GoToForm({ store, tools, onDone }: GoToFormProps) {
  const { marker, coordinateStyle } = useStore(store);
  const [text, setText] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const read = text.trim() === '' ? null : readCoordinates(text);
  const problem = read === null ? messages.goToEmpty : read.ok ? null : read.message;
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
    tools.goTo(at);
    onDone();
  }

  return (
    <form className={classes.goTo} onSubmit={submit} noValidate>
      <TextInput
        label={messages.goToField}
        description={messages.goToHint}
        placeholder={messages.goToExample}
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
        {read?.ok && <p className={classes.quiet}>{messages.readAs(unmistakable(read))}</p>}
        {other && (
          <>
            <p className={classes.quiet}>{messages.swapQuestion(unmistakable(other))}</p>
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => {
                setText(writeCoordinates(other));
                setSubmitted(false);
              }}
            >
              {messages.swap}
            </Button>
          </>
        )}
      </div>
      <div className={classes.buttons}>
        <Button type="submit" size="xs">
          {messages.goToButton}
        </Button>
        {marker && (
          <Button
            size="xs"
            variant="default"
            title={messages.marker(shown(marker))}
            onClick={() => {
              store.setState({ marker: null });
              onDone();
            }}
          >
            {messages.removeMarker}
          </Button>
        )}
      </div>
    </form>
  );
}
