import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { readCoordinates, writeCoordinates } from '#shared/domain/coordinates';
import { DevicePicker, fieldTime, momentOfField, type ChosenDevice } from '#features/history';
import { TrackMap, type TrackMapEngine } from '#features/map';
import { useColourScheme, useSettings } from '#features/settings';
import { useFormat } from '#lib/use-format';
import type { ReadPlace, TypedPlace } from './place-form';
import classes from './submit.module.css';

interface PlaceFieldsProps {
  devices: readonly ChosenDevice[];
  onDevices: (devices: readonly ChosenDevice[]) => void;
  typed: TypedPlace;
  onType: (typed: TypedPlace) => void;
  /** null until something was tried: an empty form is not full of faults. */
  read: ReadPlace | null;
}

/** Which device, where and when. */
export function PlaceFields({ devices, onDevices, typed, onType, read }: PlaceFieldsProps) {
  const { timeZone } = useFormat();
  const wrong = read && !read.ok ? read : null;
  return (
    <>
      <div className={classes.device}>
        <span className={classes.label}>Device</span>
        <DevicePicker label="Device" chosen={devices} most={1} onChange={onDevices} />
        {read && devices.length === 0 && <p className={classes.error}>Choose a device.</p>}
      </div>
      <TextInput
        label="Coordinates"
        description="Degrees, or degrees with minutes and seconds; or press on the map."
        placeholder="40.4168, -3.7038"
        value={typed.coordinates}
        error={wrong?.coordinates}
        onChange={(event) => onType({ ...typed, coordinates: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput
        type="datetime-local"
        label={`Date and time (${timeZone})`}
        value={typed.at === null ? '' : fieldTime(typed.at, timeZone)}
        error={wrong?.at}
        onChange={(event) =>
          onType({ ...typed, at: momentOfField(event.currentTarget.value, timeZone) })
        }
      />
    </>
  );
}

interface PlaceMapProps {
  coordinates: string;
  onPick: (coordinates: string) => void;
}

/** The place on a map; a press puts it elsewhere. */
export function PlaceMap({ coordinates, onPick }: PlaceMapProps) {
  const theme = useColourScheme();
  const { mapStyleUrl } = useSettings();
  const [engine, setEngine] = useState<TrackMapEngine | null>(null);
  useEffect(() => {
    const place = readCoordinates(coordinates);
    engine?.setSigns(
      'cursor',
      place.ok
        ? [
            {
              ...place,
              id: 'place',
              colour: '#c4161c',
              letters: '●',
              label: 'The place',
              kind: 'cursor',
            },
          ]
        : [],
    );
    if (place.ok) engine?.keepInView(place.longitude, place.latitude);
  }, [engine, coordinates]);
  return (
    <TrackMap
      label="Map to pick a place"
      theme={theme}
      styleUrl={mapStyleUrl}
      onEngine={setEngine}
      onPickPlace={(longitude, latitude) => onPick(writeCoordinates({ latitude, longitude }))}
    />
  );
}
