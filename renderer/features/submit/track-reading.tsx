import { Button, NativeSelect } from '@mantine/core';
import {
  encodings,
  type Encoding,
  type TrackImport,
  timeUnits,
  type TrackChoices,
} from '#shared/domain/submission';
import { encodingNames } from '#lib/file-texts';
import { useFormat } from '#lib/use-format';
import { Notice } from '#ui/notice';
import { page } from '#ui/page';
import { trackStore, useTrack } from './store';
import { texts } from './submit-texts';
import classes from './submit.module.css';
import type { Swapped } from './swapped';
import { timeUnitNames, trackMessages } from './track-messages';

interface TrackReadingProps {
  opened: TrackImport;
  /** The track is near the last place of the device if its coordinates are swapped. */
  swapped: Swapped | null;
}

/** What the file does not say, how Waypost reads it, and the other ways to read it. */
export function TrackReading({ opened: { reading, timeZone }, swapped }: TrackReadingProps) {
  const format = useFormat();
  const isOpening = useTrack((state) => state.isOpening);
  const { encoding, timeUnit, dayOrder, timeZone: zone, weeks, notes, ignored } = reading;
  const choose = (choices: TrackChoices) => void trackStore.readAgain(choices);
  const select = (
    label: string,
    value: string,
    data: readonly { value: string; label: string }[],
    onChoose: (value: string) => void,
    description?: string,
  ) => (
    <NativeSelect
      size="xs"
      label={label}
      description={description}
      disabled={isOpening}
      value={value}
      data={data.some((each) => each.value === value) ? data : [{ value, label: value }, ...data]}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
  return (
    <section aria-label={texts.howTheFileIsRead} className={classes.facts}>
      {notes.length > 0 && (
        <ul className={classes.notes} aria-label={texts.notesOnTheFile}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {encoding !== null &&
        select(
          texts.encoding,
          encoding.used,
          encodingsFrom([encoding.used, ...encoding.others]).map((value) => ({
            value,
            label: encodingNames[value],
          })),
          (value) => choose({ encoding: encodings.find((each) => each === value) }),
          texts.theFileDoesNotProve,
        )}
      {timeUnit &&
        select(
          texts.times,
          timeUnit.used ?? texts.notRecognized,
          timeUnits.map((value) => ({ value, label: timeUnitNames[value] })),
          (value) => choose({ timeUnit: timeUnits.find((each) => each === value) }),
          trackMessages.timesAreNumbers(timeUnit.points, format),
        )}
      {dayOrder &&
        select(
          texts.dates,
          dayOrder.used,
          [
            { value: 'dayFirst', label: texts.dayFirst },
            { value: 'monthFirst', label: texts.monthFirst },
          ],
          (value) => choose({ dayOrder: value === 'dayFirst' ? 'dayFirst' : 'monthFirst' }),
          trackMessages.datesAreAmbiguous(dayOrder.points, format),
        )}
      {zone &&
        select(
          texts.timeZoneOfTheTimes,
          zone.used,
          zonesFrom(['UTC', timeZone, format.timeZone]),
          (value) => choose({ timeZone: value }),
          trackMessages.timesHaveNoZone(zone.points, format),
        )}
      {weeks &&
        select(
          texts.weekCounter,
          weeks.isAdded ? 'added' : 'asInFile',
          [
            { value: 'asInFile', label: trackMessages.weeksAsInFile(format.moment(weeks.from)) },
            { value: 'added', label: trackMessages.weeksAdded(format.moment(weeks.corrected)) },
          ],
          (value) => choose({ addsWeeks: value === 'added' }),
          trackMessages.weeksAreMissing(weeks.points, format),
        )}
      {reading.swapped &&
        select(
          texts.coordinates,
          reading.swapped.isSwapped ? 'swapped' : 'asInFile',
          [
            { value: 'asInFile', label: texts.coordinatesAsInTheFile },
            { value: 'swapped', label: texts.coordinatesSwapped },
          ],
          (value) => choose({ swapsCoordinates: value === 'swapped' }),
          reading.swapped.isSwapped ? undefined : texts.mostLatitudesAreOutside,
        )}
      {swapped && !reading.swapped && (
        <Notice
          tone="warning"
          title={texts.perhapsCoordinatesAreSwapped}
          actions={
            <Button
              size="xs"
              disabled={isOpening}
              onClick={() => choose({ swapsCoordinates: true })}
            >
              {texts.swapThem}
            </Button>
          }
        >
          {trackMessages.farFromDevice(
            format.distance(swapped.metres),
            format.distance(swapped.swappedMetres),
          )}
        </Notice>
      )}
      {ignored.length > 0 && (
        <span className={page.quiet}>{trackMessages.ignored(ignored, format)}</span>
      )}
    </section>
  );
}

/** The likely encodings first, and then all of them. */
const encodingsFrom = (likely: readonly Encoding[]) => [...new Set([...likely, ...encodings])];

/** The likely zones first, and then all of them. */
function zonesFrom(likely: readonly string[]) {
  return [...new Set([...likely, ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
    value,
    label: value,
  }));
}
