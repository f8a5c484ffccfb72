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
import type { Format } from '#lib/format';
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
import { problemMessage } from './track-store';
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
  const { t } = format;
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
        {!opened && <p className={page.quiet}>{t('submit.file.help')}</p>}
        {fault && (
          <UnreadFile
            title={t('submit.file.notOpened')}
            fault={fault}
            onDismiss={trackStore.dismiss}
            actions={
              <Button size="xs" onClick={() => void trackStore.openAgain()}>
                {t('common.tryAgain')}
              </Button>
            }
          />
        )}
        {opened && opened.tracks.length > 1 && (
          <NativeSelect
            label={t('submit.track.choose', { count: opened.tracks.length })}
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
                {t('common.device')}
              </Text>
              <DevicePicker
                label={t('common.device')}
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
              {t('submit.track.send', { count: track.usable })}
            </Button>
            <Button
              variant="default"
              disabled={isOpening || plan.isBusy}
              onClick={trackStore.clear}
            >
              {t('submit.clear')}
            </Button>
            <p className={page.quiet}>
              {t(
                device || track.usable === 0 ? 'submit.track.review' : 'submit.track.chooseDevice',
              )}
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

/** Tracks often have the same name: the number of points and the start distinguish them. */
function trackLabel({ name, points, from, timed }: ImportedTrack, { t, moment }: Format): string {
  if (from !== null) return t('submit.track.label', { name, points, time: moment(from) });
  return timed === 0
    ? t('submit.track.label.noTimes', { name, points })
    : t('submit.track.label.noneUsable', { name, points });
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
  const { t } = useFormat();
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
      {isOpen ? t('submit.file.openAnother') : t('submit.file.open')}
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
  const { t } = format;
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
    <Stack component="section" gap={4} aria-label={t('submit.reading')}>
      {notes.length > 0 && (
        <ul className={classes.notes} aria-label={t('submit.reading.notes')}>
          {notes.map((note) => (
            <li key={JSON.stringify(note)}>{format.said(note)}</li>
          ))}
        </ul>
      )}
      {encoding !== null &&
        select(
          t('submit.reading.encoding'),
          encoding.used,
          encodingsFrom([encoding.used, ...encoding.others]).map((value) => ({
            value,
            label: t(`common.encoding.${value}`),
          })),
          (value) => choose({ encoding: encodings.find((each) => each === value) }),
          t('submit.reading.encoding.help'),
        )}
      {timeUnit &&
        select(
          t('submit.reading.times'),
          timeUnit.used ?? t('submit.reading.times.unknown'),
          timeUnits.map((value) => ({ value, label: t(`submit.reading.unit.${value}`) })),
          (value) => choose({ timeUnit: timeUnits.find((each) => each === value) }),
          t('submit.reading.times.help', { count: timeUnit.points }),
        )}
      {dayOrder &&
        select(
          t('submit.reading.dates'),
          dayOrder.used,
          [
            { value: 'dayFirst', label: t('submit.reading.dates.dayFirst') },
            { value: 'monthFirst', label: t('submit.reading.dates.monthFirst') },
          ],
          (value) => choose({ dayOrder: value === 'dayFirst' ? 'dayFirst' : 'monthFirst' }),
          t('submit.reading.dates.help', { count: dayOrder.points }),
        )}
      {zone &&
        select(
          t('submit.reading.zone'),
          zone.used,
          zonesFrom(['UTC', timeZone, format.timeZone]),
          (value) => choose({ timeZone: value }),
          t('submit.reading.zone.help', { count: zone.points }),
        )}
      {weeks &&
        select(
          t('submit.reading.weeks'),
          weeks.isAdded ? 'added' : 'asInFile',
          [
            {
              value: 'asInFile',
              label: t('submit.reading.weeks.asInFile', { time: format.moment(weeks.from) }),
            },
            {
              value: 'added',
              label: t('submit.reading.weeks.added', { time: format.moment(weeks.corrected) }),
            },
          ],
          (value) => choose({ addsWeeks: value === 'added' }),
          t('submit.reading.weeks.help', { count: weeks.points }),
        )}
      {reading.swapped &&
        select(
          t('submit.coordinates'),
          reading.swapped.isSwapped ? 'swapped' : 'asInFile',
          [
            { value: 'asInFile', label: t('submit.reading.order.asInFile') },
            { value: 'swapped', label: t('submit.reading.order.swapped') },
          ],
          (value) => choose({ swapsCoordinates: value === 'swapped' }),
          reading.swapped.isSwapped ? undefined : t('submit.reading.order.help'),
        )}
      {swapped && !reading.swapped && (
        <Notice
          tone="warning"
          title={t('submit.reading.order.doubt')}
          actions={
            <Button
              size="xs"
              disabled={isOpening}
              onClick={() => choose({ swapsCoordinates: true })}
            >
              {t('submit.coordinates.swap')}
            </Button>
          }
        >
          {t('submit.reading.order.doubt.text', {
            distance: format.distance(swapped.metres),
            swappedDistance: format.distance(swapped.swappedMetres),
          })}
        </Notice>
      )}
      {ignored.length > 0 && (
        <span className={page.quiet}>
          {t('submit.reading.ignored', {
            values: format.items(ignored.map((each) => t('submit.reading.ignoredValue', each))),
          })}
        </span>
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
  const { t } = format;
  const { points, from, to, usable, refused, problems, problemCount } = track;
  const howMany = usable === 0 ? 'none' : refused === 0 ? 'all' : 'some';
  return (
    <Stack component="section" gap={4} aria-label={t('submit.facts')}>
      <strong className={page.breakable}>{format.said(track.name)}</strong>
      <span>
        {t(`submit.facts.points.${howMany}`, { points, file: opened.file, usable, refused })}
      </span>
      {from !== null && to !== null && (
        <span>{t('submit.facts.range', { from: format.moment(from), to: format.moment(to) })}</span>
      )}
      {opened.format === 'csv' && <span className={page.quiet}>{t('submit.facts.lines')}</span>}
      {usable === 0 && (
        <Notice tone="warning" title={t('submit.facts.noneUsable')}>
          {track.timed === 0
            ? t('submit.facts.noneUsable.noTimes')
            : t('submit.facts.noneUsable.wrong')}
        </Notice>
      )}
      {track.notes.map((note) => (
        <span key={JSON.stringify(note)} className={page.quiet}>
          {format.said(note)}
        </span>
      ))}
      {problemCount > 0 && (
        <>
          <ul className={classes.problems} aria-label={t('submit.problems')}>
            {problems.map((problem) => (
              <Problem
                key={`${problem.point} ${JSON.stringify(problem.message)}`}
                problem={problem}
              />
            ))}
          </ul>
          {problemCount > problems.length && (
            <span className={page.quiet}>
              {t('submit.problems.more', { count: problemCount - problems.length })}
            </span>
          )}
          {usable > 0 && refused > 0 && (
            <span className={page.quiet}>{t('submit.problems.rest')}</span>
          )}
        </>
      )}
    </Stack>
  );
}

/** A click shows it on the map. */
function Problem({ problem }: { problem: PointProblem }) {
  const { t } = useFormat();
  const text = t(problemMessage(problem));
  if (!problem.place) return <li>{text}</li>;
  return (
    <li>
      <button
        type="button"
        className={classes.problem}
        title={t('submit.problems.show')}
        onClick={() => trackStore.show(problem)}
      >
        {text}
      </button>
    </li>
  );
}
