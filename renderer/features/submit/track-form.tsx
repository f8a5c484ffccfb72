import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useEffect } from 'react';
import {
  encodings,
  timeUnits,
  type Encoding,
  type ImportedTrack,
  type PointProblem,
  type TrackChoices,
  type TrackImport,
} from '#shared/domain/submission';
import { DevicePicker } from '#features/fleet';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { countedMessage, type CountedMessage, type Format } from '#lib/format';
import { encodingNames } from '#lib/file-texts';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import { page } from '#ui/page';
import { ReadingFile, UnreadFile } from '#ui/reading-file';
import { useLastPlace } from './place-map';
import {
  planSubmission,
  trackStore,
  useFileReading,
  useTrack,
  useTrackColumns,
} from './submissions';
import { messages, problemText, texts, timeUnitNames, trackMessages } from './submit-texts';
import classes from './submit.module.css';
import { TrackPreview } from './track-preview';
import { likelySwapped, type Swapped } from './typed-place';

interface TrackFormProps {
  /** A file passed on by the system; it replaces an open track only with the user's consent. */
  file: { id: string; isAgreed: boolean } | null;
}

/** A track from a file: checked on the map and point by point, then planned. */
export function TrackForm({ file }: TrackFormProps) {
  const format = useFormat();
  const { opened, index, devices, isOpening, fault } = useTrack((state) => state);
  const opens = file && !isOpening && (file.isAgreed || !opened) ? file.id : null;
  useEffect(() => {
    if (opens !== null) void trackStore.openReceivedFile(opens);
  }, [opens]);
  const track = opened?.tracks.find((other) => other.index === index) ?? null;
  const [device] = devices;
  const swapped = useSwapped(device?.id ?? null, track);
  const plan = useAction(() => {
    const token = opened?.token ?? '';
    return planSubmission(
      () =>
        track && device
          ? api.submit.planTrack({ token, track: track.index, deviceId: device.id })
          : null,
      () => trackStore.submitted(token),
    );
  });
  return (
    <div className={classes.form}>
      <div className={classes.fields}>
        <OpenFile isOpen={opened !== null} isOpening={isOpening} />
        {!opened && <p className={page.quiet}>{texts.gpxKmlOrGeojsonOr}</p>}
        {fault && (
          <UnreadFile
            title={texts.theFileCouldNotBe}
            fault={fault}
            onDismiss={trackStore.dismiss}
            actions={
              <Button size="xs" onClick={() => void trackStore.openAgain()}>
                {commonTexts.tryAgain}
              </Button>
            }
          />
        )}
        {opened && opened.tracks.length > 1 && (
          <NativeSelect
            label={messages.whichOfTracks(format.counted(opened.tracks.length, 'track'))}
            value={index}
            data={opened.tracks.map((each) => ({
              value: String(each.index),
              label: trackLabel(each, format),
            }))}
            onChange={(event) => trackStore.choose(Number(event.currentTarget.value))}
          />
        )}
        {opened && track && (
          <>
            <TrackReading opened={opened} swapped={swapped} />
            <TrackFacts opened={opened} track={track} />
            <div className={classes.device}>
              <Text size="sm" fw={500} component="span">
                {commonTexts.device}
              </Text>
              <DevicePicker
                label={commonTexts.device}
                chosen={devices}
                most={1}
                onChange={trackStore.chooseDevices}
              />
            </div>
            <Button
              loading={plan.isBusy}
              disabled={!device || track.usable === 0}
              onClick={() => void plan.run()}
            >
              {countedMessage(submitLocations, track.usable, format)}
            </Button>
            <Button
              variant="default"
              disabled={isOpening || plan.isBusy}
              onClick={trackStore.clear}
            >
              {texts.clear}
            </Button>
            <p className={page.quiet}>
              {device || track.usable === 0 ? beforeSubmit : chooseDevice}
            </p>
          </>
        )}
        {plan.fault && <FaultNotice fault={plan.fault} context="open" onDismiss={plan.dismiss} />}
      </div>
      <div className={classes.map}>
        <TrackPreview track={track} />
      </div>
    </div>
  );
}

const submitLocations: CountedMessage = {
  one: texts.submit1Location,
  many: texts.submitNLocations,
};
const beforeSubmit = texts.youCanCheckWhatIsSent;
const chooseDevice = texts.chooseTheDeviceItIs;

/** Tracks often have the same name: the number of points and the start distinguish them. */
function trackLabel({ name, points, from, timed }: ImportedTrack, format: Format): string {
  const none = timed === 0 ? texts.noTimes : texts.noneCanBeSent;
  const when = from === null ? none : format.moment(from);
  return `${name}: ${format.counted(points, 'point')}, ${when}`;
}

/** The same rule as for typed coordinates, for the first point of a track. */
function useSwapped(deviceId: string | null, track: ImportedTrack | null) {
  const last = useLastPlace(deviceId);
  const columns = useTrackColumns(track);
  if (!columns || columns.count === 0) return null;
  const first = { latitude: columns.latitude[0]!, longitude: columns.longitude[0]! };
  return likelySwapped(first, last);
}

/** Opens a file; shows the progress of a large one, which can be cancelled. */
function OpenFile({ isOpen, isOpening }: { isOpen: boolean; isOpening: boolean }) {
  const reading = useFileReading();
  if (reading) {
    return (
      <ReadingFile reading={reading} checking="points" cancel={() => api.submit.cancelRead()} />
    );
  }
  return (
    <Button
      variant={isOpen ? 'default' : 'filled'}
      loading={isOpening}
      leftSection={<IconFileImport size={15} aria-hidden />}
      onClick={() => void trackStore.pick()}
    >
      {isOpen ? texts.openAnotherFile : texts.openAFile}
    </Button>
  );
}

interface TrackReadingProps {
  opened: TrackImport;
  /** The track is near the last place of the device if its coordinates are swapped. */
  swapped: Swapped | null;
}

/** What the file does not say, how Waypost reads it, and the other ways to read it. */
function TrackReading({ opened: { reading, timeZone }, swapped }: TrackReadingProps) {
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
    <Stack component="section" gap={4} aria-label={texts.howTheFileIsRead}>
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
    </Stack>
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

interface TrackFactsProps {
  opened: TrackImport;
  track: ImportedTrack;
}

/** The contents of a track, how much of it can be sent, and the problems of the rest. */
function TrackFacts({ opened, track }: TrackFactsProps) {
  const format = useFormat();
  const { from, to, usable, refused, problems, problemCount } = track;
  return (
    <Stack component="section" gap={4} aria-label={texts.whatIsInTheFile}>
      <strong className={page.breakable}>{track.name}</strong>
      <span>{trackMessages.points(track, opened.file, format)}</span>
      {from !== null && to !== null && (
        <span>{trackMessages.range(format.moment(from), format.moment(to))}</span>
      )}
      {opened.format === 'csv' && <span className={page.quiet}>{texts.linesOfTheFile}</span>}
      {usable === 0 && (
        <Notice tone="warning" title={texts.noPointOfThisTrack}>
          {track.timed === 0 ? texts.aLocationNeedsTheTime : texts.whatIsWrongWithEach}
        </Notice>
      )}
      {track.notes.map((note) => (
        <span key={note} className={page.quiet}>
          {note}
        </span>
      ))}
      {problemCount > 0 && (
        <>
          <ul className={classes.problems} aria-label={texts.remarksOnPoints}>
            {problems.map((problem) => (
              <Problem key={`${problem.point} ${problem.message}`} problem={problem} />
            ))}
          </ul>
          {problemCount > problems.length && (
            <span className={page.quiet}>
              {trackMessages.more(problemCount - problems.length, format)}
            </span>
          )}
          {usable > 0 && refused > 0 && (
            <span className={page.quiet}>{texts.youCanSendTheRest}</span>
          )}
        </>
      )}
    </Stack>
  );
}

/** A click shows it on the map. */
function Problem({ problem }: { problem: PointProblem }) {
  const text = problemText(problem, useFormat().count);
  if (!problem.place) return <li>{text}</li>;
  return (
    <li>
      <button
        type="button"
        className={classes.problem}
        title={texts.showOnTheMap}
        onClick={() => trackStore.show(problem)}
      >
        {text}
      </button>
    </li>
  );
}
