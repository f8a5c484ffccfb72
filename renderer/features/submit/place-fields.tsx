import { Button, TextInput } from '@mantine/core';
import { readCoordinates, writeCoordinates } from '#shared/domain/coordinates';
import { DevicePicker, type ChosenDevice } from '#features/fleet';
import { commonTexts } from '#lib/common-texts';
import { coordinates } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { MomentField } from '#ui/date-field';
import { page } from '#ui/page';
import type { LastPlace } from './last-place';
import type { ReadPlace, TypedPlace } from './place-form';
import { placeMessages } from './place-messages';
import { texts } from './submit-texts';
import { likelySwapped } from './swapped';
import classes from './submit.module.css';
import { messages } from './submit-messages';

interface PlaceFieldsProps {
  devices: readonly ChosenDevice[];
  onDevices: (devices: readonly ChosenDevice[]) => void;
  typed: TypedPlace;
  onType: (typed: Partial<TypedPlace>) => void;
  /** The user finished typing coordinates. */
  onTyped: () => void;
  last: LastPlace | null;
  /** null until the form was submitted: an empty form shows no errors. */
  read: ReadPlace | null;
}

/** Device, coordinates and time. */
export function PlaceFields(props: PlaceFieldsProps) {
  const { devices, onDevices, typed, onType, onTyped, last, read } = props;
  const { timeZone } = useFormat();
  const wrong = read && !read.ok ? read : null;
  return (
    <>
      <div className={classes.device}>
        <span className={classes.label}>{commonTexts.device}</span>
        <DevicePicker label={commonTexts.device} chosen={devices} most={1} onChange={onDevices} />
        {read && devices.length === 0 && <p className={classes.error}>{texts.chooseADevice}</p>}
      </div>
      <div>
        <TextInput
          label={texts.coordinates}
          description={texts.degreesWithMinutesAndSeconds}
          placeholder="40.4168, -3.7038"
          value={typed.coordinates}
          error={wrong?.coordinates}
          onChange={(event) => onType({ coordinates: event.currentTarget.value })}
          onBlur={onTyped}
          onKeyDown={(event) => event.key === 'Enter' && onTyped()}
          autoComplete="off"
          spellCheck={false}
        />
        <Understood
          text={typed.coordinates}
          last={last}
          onSwap={(swapped) => {
            onType({ coordinates: swapped });
            onTyped();
          }}
        />
      </div>
      <MomentField
        label={messages.dateAndTimeIn(timeZone)}
        value={typed.at}
        timeZone={timeZone}
        error={wrong?.at}
        onChange={(at) => onType({ at })}
      />
    </>
  );
}

interface UnderstoodProps {
  text: string;
  last: LastPlace | null;
  onSwap: (coordinates: string) => void;
}

/** How the text was understood, in unambiguous notation, and whether the order may be swapped. */
function Understood({ text, last, onSwap }: UnderstoodProps) {
  const { distance } = useFormat();
  const place = readCoordinates(text);
  if (!place.ok) return null;
  const swapped = likelySwapped(place, last);
  return (
    <div role="status">
      <p className={page.quiet}>
        {placeMessages.readAs(coordinates(place.latitude, place.longitude, 'dms'))}
      </p>
      {swapped && (
        <p className={classes.doubt}>
          {placeMessages.swapped(distance(swapped.metres), distance(swapped.swappedMetres))}{' '}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => onSwap(writeCoordinates(swapped.place))}
          >
            {texts.swapThem}
          </Button>
        </p>
      )}
    </div>
  );
}
