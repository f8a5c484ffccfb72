import { Button } from '@mantine/core';
import { IconFocusCentered } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { readCoordinates, writeCoordinates, type Coordinates } from '#shared/domain/coordinates';
import { latitudeOf, longitudeOf, type MercatorBounds } from '#shared/domain/mercator';
import type { TrackMapEngine } from '#engines/tracks';
import { TrackMap, useMapStore } from '#features/map';
import { useColourScheme } from '#features/settings';
import { api } from '#lib/api';
import { useAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import classes from './submit.module.css';

/** The last known position of a device; its time is null if the report has none. */
export interface LastPlace extends Coordinates {
  at: number | null;
}

/** Read from main, without a request to the service; null until then and if it is unknown. */
export function useLastPlace(deviceId: string | null): LastPlace | null {
  const read = deviceId === null ? null : () => api.fleet.details({ id: deviceId });
  return useAnswer(read, [deviceId]).value?.position ?? null;
}

interface PlaceMapProps {
  coordinates: string;
  last: LastPlace | null;
  /** Increases when the typed place has to be shown from near. */
  shown: number;
  onPick: (coordinates: string) => void;
}

const placeColour = '#c4161c';
const lastColour = '#1f6fb2';

/** The place on a map; a click, or a button for the centre of the map, moves it. */
export function PlaceMap({ coordinates, last, shown, onPick }: PlaceMapProps) {
  const theme = useColourScheme();
  const format = useFormat();
  const { t } = format;
  const [engine, setEngine] = useState<TrackMapEngine | null>(null);
  const read = readCoordinates(coordinates, format.language.tag);
  const latitude = read.ok ? read.latitude : null;
  const longitude = read.ok ? read.longitude : null;

  useEffect(() => {
    if (latitude === null || longitude === null) return engine?.setSigns('cursor', []);
    engine?.setSigns('cursor', [
      {
        id: 'place',
        latitude,
        longitude,
        colour: placeColour,
        letters: '●',
        label: t('submit.map.place'),
        kind: 'cursor',
      },
    ]);
    engine?.keepInView(longitude, latitude);
  }, [engine, latitude, longitude, t]);

  useEffect(() => {
    if (!engine) return;
    const { at } = last ?? {};
    const label = at ? t('submit.map.lastAt', { time: format.moment(at) }) : t('submit.map.last');
    engine.setSigns(
      'end',
      last
        ? [
            {
              latitude: last.latitude,
              longitude: last.longitude,
              id: 'last',
              colour: lastColour,
              letters: 'L',
              label,
              kind: 'end',
            },
          ]
        : [],
    );
  }, [engine, last, format, t]);

  const hasPlace = latitude !== null;
  const fleetMap = useMapStore();
  // Until a device is chosen, the map shows what the map of the fleet shows.
  useEffect(() => {
    const fleet = fleetMap.getState().engine;
    if (fleet && !hasPlace && !last) engine?.fit(cornersOf(fleet.view()));
    // oxlint-disable-next-line react/exhaustive-deps
  }, [engine, fleetMap]);
  // Shows the surroundings of the chosen device unless a place was typed already.
  useEffect(() => {
    if (last && !hasPlace) engine?.fit(around(last));
    // oxlint-disable-next-line react/exhaustive-deps
  }, [engine, last]);
  useEffect(() => {
    if (shown > 0 && latitude !== null && longitude !== null)
      engine?.fit(around({ latitude, longitude }));
    // oxlint-disable-next-line react/exhaustive-deps
  }, [engine, shown]);

  const pickMiddle = () => engine && onPick(writeCoordinates(engine.middle()));
  return (
    <TrackMap
      label={t('submit.map.pick')}
      theme={theme}
      onEngine={setEngine}
      onPickPlace={(lon, lat) => onPick(writeCoordinates({ latitude: lat, longitude: lon }))}
    >
      {engine && (
        <>
          <span className={classes.cross} aria-hidden />
          <Button
            className={classes.middle}
            size="xs"
            variant="default"
            leftSection={<IconFocusCentered size={15} aria-hidden />}
            title={t('submit.map.keys')}
            onClick={pickMiddle}
          >
            {t('submit.map.middle')}
          </Button>
        </>
      )}
    </TrackMap>
  );
}

const cornersOf = ({ west, east, north, south }: MercatorBounds): Coordinates[] => [
  { latitude: latitudeOf(north), longitude: longitudeOf(west) },
  { latitude: latitudeOf(south), longitude: longitudeOf(east) },
];

/** Degrees to the north and south: at this scale the bundled map still shows towns. */
const reachDegrees = 0.15;

/** Two corners around a place, for a map that shows it with its surroundings. */
function around({ latitude, longitude }: Coordinates): Coordinates[] {
  return [-reachDegrees, reachDegrees].map((degrees) => ({
    latitude: Math.min(85, Math.max(-85, latitude + degrees)),
    longitude: longitude + degrees,
  }));
}
