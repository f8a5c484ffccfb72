import { Button, NativeSelect } from '@mantine/core';
import { useEffect } from 'react';
import type { ImportedTrack } from '#shared/domain/submission';
import { showInDialog } from '#features/activity';
import { DevicePicker } from '#features/fleet';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { type CountedMessage, type Format, countedMessage } from '#lib/format';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { page } from '#ui/page';
import { NotOpened, OpenFile } from './open-file';
import { trackIsPlanned, trackStore, useTrack } from './store';
import { texts } from './submit-texts';
import { TrackFacts } from './track-facts';
import { TrackReading } from './track-reading';
import { useLastPlace } from './last-place';
import { likelySwapped } from './swapped';
import { TrackPreview } from './track-preview';
import classes from './submit.module.css';
import { messages } from './submit-messages';

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
  const plan = useAction(async () => {
    if (!opened || !track || !device) return { ok: true as const, value: null };
    const outcome = await api.submit.planTrack({
      token: opened.token,
      track: track.index,
      deviceId: device.id,
    });
    if (outcome.ok) {
      trackIsPlanned(opened.token, outcome.value.id);
      showInDialog(outcome.value);
    }
    return outcome;
  });
  return (
    <div className={classes.form}>
      <div className={classes.fields}>
        <OpenFile isOpen={opened !== null} isOpening={isOpening} />
        {!opened && <p className={page.quiet}>{texts.gpxKmlOrGeojsonOr}</p>}
        {fault && <NotOpened fault={fault} />}
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
            <TrackFacts opened={opened} track={track} onShow={trackStore.show} />
            <div className={classes.device}>
              <span className={classes.label}>{commonTexts.device}</span>
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
  const columns = useTrack(({ opened, points }) =>
    points?.token === opened?.token ? points?.tracks.get(track?.index ?? -1) : undefined,
  );
  if (!columns || columns.count === 0) return null;
  const first = { latitude: columns.latitude[0]!, longitude: columns.longitude[0]! };
  return likelySwapped(first, last);
}
