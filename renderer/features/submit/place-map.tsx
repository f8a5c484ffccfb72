import { Button } from '@mantine/core';
import { IconFocusCentered } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { readCoordinates, writeCoordinates } from '#shared/domain/coordinates';
import { TrackMap, type TrackMapEngine } from '#features/map';
import { useColourScheme, useMapStyleUrl } from '#features/settings';
import { useFormat } from '#lib/use-format';
import { around } from './around';
import type { LastPlace } from './last-place';
import { texts } from './submit-texts';
import classes from './submit.module.css';
import { messages } from './submit-messages';

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
  const mapStyleUrl = useMapStyleUrl();
  const format = useFormat();
  const [engine, setEngine] = useState<TrackMapEngine | null>(null);
  const read = readCoordinates(coordinates);
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
        label: texts.thePlace,
        kind: 'cursor',
      },
    ]);
    engine?.keepInView(longitude, latitude);
  }, [engine, latitude, longitude]);

  useEffect(() => {
    if (!engine) return;
    const { at } = last ?? {};
    const label = at ? messages.lastKnownPlace(format.moment(at)) : texts.lastKnownPlace;
    engine.setSigns(
      'end',
      last ? [{ ...last, id: 'last', colour: lastColour, letters: 'L', label, kind: 'end' }] : [],
    );
  }, [engine, last, format]);

  const hasPlace = latitude !== null;
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
      label={texts.mapToPickAPlace}
      theme={theme}
      styleUrl={mapStyleUrl}
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
            title={texts.theMapMovesWithThe}
            onClick={pickMiddle}
          >
            {texts.takeTheMiddleOfThe}
          </Button>
        </>
      )}
    </TrackMap>
  );
}
