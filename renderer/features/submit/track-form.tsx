import { Button, NativeSelect } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ImportedTrack, PointProblem, TrackImport } from '#shared/domain/submission';
import type { Fault, Outcome } from '#shared/fault';
import { openJob } from '#features/bulk';
import { DevicePicker, type ChosenDevice } from '#features/history';
import { api } from '#lib/api';
import type { Format } from '#lib/format';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import { TrackFacts } from './track-facts';
import { TrackPreview } from './track-preview';
import { useBegun, type OnBegun } from './use-begun';
import classes from './submit.module.css';

interface TrackFormProps {
  /** A file that the system handed over; put in the place of another one only where that is agreed. */
  given: { id: string; isAgreed: boolean } | null;
  onBegun: OnBegun;
}

/** A track from a file: looked at on the map and point by point, then planned. */
export function TrackForm({ given, onBegun }: TrackFormProps) {
  const format = useFormat();
  const [opened, setOpened] = useState<TrackImport | null>(null);
  const [index, setIndex] = useState(0);
  const [shown, setShown] = useState<PointProblem | null>(null);
  const [devices, setDevices] = useState<readonly ChosenDevice[]>([]);
  const choose = (track: number) => {
    setIndex(track);
    setShown(null);
  };
  const take = async (answer: Promise<Outcome<TrackImport | null>>) => {
    const outcome = await answer;
    if (outcome.ok && !outcome.value) return outcome;
    // Beside the trouble with one file, another must not wait to be sent.
    const file = outcome.ok ? outcome.value : null;
    setOpened(file);
    choose(firstUsable(file?.tracks ?? []));
    return outcome;
  };
  const pick = useAction(() => take(api.submit.openTrack()));
  const openGiven = useAction((id: string) => take(api.submit.openGiven({ id })));
  const dismiss = () => {
    pick.dismiss();
    openGiven.dismiss();
  };
  const isBegun = opened !== null || pick.isBusy;
  useBegun(isBegun, onBegun);
  const tried = useRef<string | null>(null);
  const isBusy = pick.isBusy || openGiven.isBusy;
  const opens = given && !isBusy && (given.isAgreed || !isBegun) ? given.id : null;
  useEffect(() => {
    // One that could not be opened is told of, not tried for ever.
    if (opens === null || tried.current === opens) return;
    tried.current = opens;
    pick.dismiss();
    void openGiven.run(opens);
  }, [opens, openGiven, pick]);
  const fault = pick.fault ?? openGiven.fault;
  const track = opened?.tracks.find((other) => other.index === index) ?? null;
  const [device] = devices;
  const plan = useAction(async () => {
    if (!opened || !track || !device) return { ok: true as const, value: null };
    const outcome = await api.submit.planTrack({
      token: opened.token,
      track: track.index,
      deviceId: device.id,
    });
    if (outcome.ok) openJob(outcome.value.id);
    return outcome;
  });
  return (
    <div className={classes.form}>
      <div className={classes.fields}>
        <Button
          variant={opened ? 'default' : 'filled'}
          loading={isBusy}
          leftSection={<IconFileImport size={15} aria-hidden />}
          onClick={() => {
            openGiven.dismiss();
            void pick.run();
          }}
        >
          {opened ? 'Open another file…' : 'Open a file…'}
        </Button>
        {!opened && (
          <p className={classes.quiet}>
            GPX, KML or GeoJSON, or a CSV table with the columns “time”, “latitude” and “longitude”.
            It is looked at here; nothing is sent by opening it.
          </p>
        )}
        {fault && <NotOpened fault={fault} onDismiss={dismiss} />}
        {opened && opened.tracks.length > 1 && (
          <NativeSelect
            label={`Which of ${format.counted(opened.tracks.length, 'track')} in the file`}
            value={index}
            data={opened.tracks.map((each) => ({
              value: String(each.index),
              label: trackLabel(each, format),
            }))}
            onChange={(event) => choose(Number(event.currentTarget.value))}
          />
        )}
        {opened && track && (
          <>
            <TrackFacts opened={opened} track={track} onShow={setShown} />
            <div className={classes.device}>
              <span className={classes.label}>Device</span>
              <DevicePicker label="Device" chosen={devices} most={1} onChange={setDevices} />
            </div>
            <Button
              loading={plan.isBusy}
              disabled={!device || track.usable === 0}
              onClick={() => void plan.run()}
            >
              Plan to submit {format.counted(track.usable, 'location')}
            </Button>
            <p className={classes.quiet}>
              {device || track.usable === 0 ? '' : 'Choose the device it is for. '}Nothing is sent
              before you start the plan. Each location is a call of its own.
            </p>
          </>
        )}
        {plan.fault && <FaultNotice fault={plan.fault} context="open" onDismiss={plan.dismiss} />}
      </div>
      <div className={classes.map}>
        <TrackPreview token={opened?.token ?? null} track={track} shown={shown} onShow={setShown} />
      </div>
    </div>
  );
}

function NotOpened({ fault, onDismiss }: { fault: Fault; onDismiss: () => void }) {
  if (fault.kind !== 'invalid') {
    return <FaultNotice fault={fault} context="open" onDismiss={onDismiss} />;
  }
  return (
    <Notice tone="fault" title="The file could not be opened" isAlert onDismiss={onDismiss}>
      {fault.message} Nothing was sent and the file is as it was.
    </Notice>
  );
}

const firstUsable = (tracks: readonly ImportedTrack[]) =>
  (tracks.find(({ usable }) => usable > 0) ?? tracks[0])?.index ?? 0;

/** Tracks are often called the same: how many points, and since when, tells them apart. */
function trackLabel({ name, points, from }: ImportedTrack, format: Format): string {
  const when = from === null ? 'no times' : format.moment(from);
  return `${name}: ${format.counted(points, 'point')}, ${when}`;
}
