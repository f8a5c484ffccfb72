import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useCallback, useState, type KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import {
  coordinateStyles,
  readCoordinates,
  writeCoordinates,
  type Coordinates,
  type CoordinateStyle,
  type ReadCoordinates,
} from '#shared/domain/coordinates';
import type { MapEngine } from '#engines/map';
import { changeSettings } from '#lib/change-settings';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { page } from '#ui/page';
import { useEscape } from '#lib/use-escape';
import type { MapStore } from './store';
import { PanelHead } from './tool-parts';
import classes from './map.module.css';

interface GoToProps {
  store: MapStore;
  engine: MapEngine;
  onClose: () => void;
}

/** Moves the map to typed coordinates and marks them. */
export function GoTo({ store, engine, onClose }: GoToProps) {
  const { t, coordinates, coordinateStyle, language } = useFormat();
  const marker = useStore(store, (state) => state.marker);
  const [text, setText] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const read = text.trim() === '' ? null : readCoordinates(text, language.tag);
  const problem = () => {
    if (read === null) return t('map.goTo.empty');
    if (read.ok) return null;
    return (
      <>
        {t(read.message)} {t('map.coordinates.notations')}
      </>
    );
  };
  const other = read && otherOrder(read);
  const shown = ({ latitude, longitude }: Coordinates) => coordinates(latitude, longitude);
  const unmistakable = ({ latitude, longitude }: Coordinates) =>
    coordinates(latitude, longitude, 'dms');

  // A field takes the key for itself elsewhere.
  useEscape(useCallback(() => (engine.isShown() ? onClose() : false), [engine, onClose]));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };

  function submit(event: React.FormEvent): void {
    event.preventDefault();
    setSubmitted(true);
    if (!read?.ok) return;
    const at = { latitude: read.latitude, longitude: read.longitude };
    store.setState({ marker: at });
    engine.camera.goTo(at);
    onClose();
    engine.focus();
  }

  return (
    <form
      className={classes.panel}
      aria-label={t('map.goTo')}
      onSubmit={submit}
      noValidate
      data-covers-map
    >
      <PanelHead closeName={t('map.goTo.close')} onClose={onClose}>
        <strong>{t('map.goTo')}</strong>
      </PanelHead>
      <TextInput
        label={t('map.goTo.coordinates')}
        description={t('map.goTo.hint')}
        placeholder="45.8150, 15.9819"
        value={text}
        error={isSubmitted && problem()}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setSubmitted(false);
        }}
        autoComplete="off"
        spellCheck={false}
        maxLength={2_000}
        ref={focusFirst}
        onKeyDown={onKeyDown}
        classNames={{ description: classes.fieldText, error: classes.fieldText }}
      />
      <div className={classes.readAs} role="status">
        {read?.ok && (
          <p className={page.quiet}>{t('map.goTo.readAs', { place: unmistakable(read) })}</p>
        )}
        {other && (
          <>
            <p className={page.quiet}>
              {t('map.goTo.swapQuestion', { place: unmistakable(other) })}
            </p>
            <ActionButton
              size="compact-xs"
              onClick={() => {
                setText(writeCoordinates(other));
                setSubmitted(false);
              }}
            >
              {t('map.goTo.swap')}
            </ActionButton>
          </>
        )}
      </div>
      <NativeSelect
        size="xs"
        onKeyDown={onKeyDown}
        label={t('settings.coordinates')}
        data={coordinateStyles.map((value) => ({
          value,
          label: t(`settings.coordinates.${value}`),
        }))}
        value={coordinateStyle}
        onChange={({ currentTarget: { value } }) =>
          void changeSettings({ coordinateStyle: value as CoordinateStyle })
        }
      />
      <Group gap={6}>
        <Button type="submit" size="xs">
          {t('map.goTo.go')}
        </Button>
        {marker && (
          <ActionButton
            title={t('map.marker', { place: shown(marker) })}
            onClick={() => {
              store.setState({ marker: null });
              onClose();
            }}
          >
            {t('map.marker.remove')}
          </ActionButton>
        )}
      </Group>
    </form>
  );
}

const focusFirst = (field: HTMLInputElement | null) => field?.focus();

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
