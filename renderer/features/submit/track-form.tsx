import { Button, NativeSelect, Progress } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { ImportedTrack } from '#shared/domain/submission';
import type { Fault } from '#shared/fault';
import { openJob } from '#features/jobs';
import { DevicePicker } from '#features/history';
import { api } from '#lib/api';
import type { Format } from '#lib/format';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import { readingWords } from './submission-mode-messages';
import { trackIsPlanned, trackStore, useFileReading, useTrack } from './store';
import { TrackFacts } from './track-facts';
import { TrackPreview } from './track-preview';
import classes from './submit.module.css';

interface TrackFormProps {
  /** A file that the system handed over; put in the place of another one only where that is agreed. */
  given: { id: string; isAgreed: boolean } | null;
}

/** A track from a file: looked at on the map and point by point, then planned. */
export function TrackForm({ given }: TrackFormProps) {
  const format = useFormat();
  const { opened, index, devices, isOpening, fault, pointsFault } = useTrack((state) => state);
  const opens = given && !isOpening && (given.isAgreed || !opened) ? given.id : null;
  useEffect(() => {
    if (opens !== null) void trackStore.openReceivedFile(opens);
  }, [opens]);
  const track = opened?.tracks.find((other) => other.index === index) ?? null;
  const [device] = devices;
  const plan = useAction(async () => {
    if (!opened || !track || !device) return { ok: true as const, value: null };
    const outcome = await api.submit.planTrack({
      token: opened.token,
      track: track.index,
      deviceId: device.id,
    });
    if (outcome.ok) {
      trackIsPlanned(opened.token, outcome.value.id);
      openJob(outcome.value.id);
    }
    return outcome;
  });
  return (
    <div className={classes.form}>
      <div className={classes.fields}>
        <OpenFile isOpen={opened !== null} isOpening={isOpening} />
        {!opened && (
          <p className={classes.quiet}>
            GPX, KML or GeoJSON, or a CSV table with the columns “time”, “latitude” and “longitude”.
            Opening a file sends nothing.
          </p>
        )}
        {fault && <NotOpened fault={fault} />}
        {opened && pointsFault && (
          <FaultNotice
            fault={pointsFault}
            context="open"
            actions={
              <Button size="xs" onClick={() => void trackStore.bringAgain()}>
                Try again
              </Button>
            }
          />
        )}
        {opened && opened.tracks.length > 1 && (
          <NativeSelect
            label={`Which of ${format.counted(opened.tracks.length, 'track')} in the file`}
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
            <TrackFacts opened={opened} track={track} onShow={trackStore.show} />
            <div className={classes.device}>
              <span className={classes.label}>Device</span>
              <DevicePicker
                label="Device"
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
              Plan to submit {format.counted(track.usable, 'location')}
            </Button>
            <Button
              variant="default"
              disabled={isOpening || plan.isBusy}
              onClick={trackStore.clear}
            >
              Clear
            </Button>
            <p className={classes.quiet}>
              {device || track.usable === 0 ? '' : 'Choose the device it is for. '}Nothing is sent
              until you start the plan. Each location costs one call.
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

/** Opens a file; a large one takes a while, and may be called off meanwhile. */
function OpenFile({ isOpen, isOpening }: { isOpen: boolean; isOpening: boolean }) {
  const reading = useFileReading();
  const cancel = useAction(() => api.submit.cancelReading());
  if (reading) {
    const words = readingWords(reading);
    return (
      <div className={classes.reading}>
        <div className={classes.readingName}>
          <span role="status">Reading {reading.file}…</span>
          <Progress
            size="sm"
            aria-label={`Reading ${reading.file}`}
            value={(reading.share ?? 1) * 100}
            striped={reading.share === null}
            animated={reading.share === null}
          />
          <span className={classes.quiet}>{words}</span>
        </div>
        <Button
          size="compact-xs"
          variant="default"
          loading={cancel.isBusy}
          onClick={() => void cancel.run()}
        >
          Cancel
        </Button>
      </div>
    );
  }
  return (
    <Button
      variant={isOpen ? 'default' : 'filled'}
      loading={isOpening}
      leftSection={<IconFileImport size={15} aria-hidden />}
      onClick={() => void trackStore.pick()}
    >
      {isOpen ? 'Open another file…' : 'Open a file…'}
    </Button>
  );
}

/** Why a file was not opened; once that is mended, the same one is tried without a dialog. */
function NotOpened({ fault }: { fault: Fault }) {
  const shown = {
    onDismiss: trackStore.dismiss,
    actions: (
      <Button size="xs" onClick={() => void trackStore.openAgain()}>
        Try again
      </Button>
    ),
  };
  if (fault.kind !== 'invalid') return <FaultNotice fault={fault} context="open" {...shown} />;
  return (
    <Notice tone="fault" title="The file could not be opened" isAlert {...shown}>
      {fault.message} Nothing was sent and the file was not changed.
    </Notice>
  );
}

/** Tracks are often called the same: how many points, and since when, tells them apart. */
function trackLabel({ name, points, from }: ImportedTrack, format: Format): string {
  const when = from === null ? 'no times' : format.moment(from);
  return `${name}: ${format.counted(points, 'point')}, ${when}`;
}
