import { Button, NativeSelect } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ImportedTrack, TrackImport } from '#shared/domain/submission';
import type { TrackColumns } from '#shared/history/columns';
import { openJob } from '#features/bulk';
import { DevicePicker, historyPort, type ChosenDevice } from '#features/history';
import { TrackMap, type TrackMapEngine } from '#features/map';
import { useColourScheme, useSettings } from '#features/settings';
import { api } from '#lib/api';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import classes from './submit.module.css';

/** A track from a file: looked at on the map and point by point, then planned. */
export function TrackForm() {
  const [opened, setOpened] = useState<TrackImport | null>(null);
  const [index, setIndex] = useState(0);
  const [devices, setDevices] = useState<readonly ChosenDevice[]>([]);
  const open = useAction(async () => {
    const outcome = await api.submit.openTrack();
    if (outcome.ok && outcome.value) {
      setOpened(outcome.value);
      setIndex(outcome.value.tracks[0]?.index ?? 0);
    }
    return outcome;
  });
  const track = opened?.tracks.find((other) => other.index === index);
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
          variant="default"
          loading={open.isBusy}
          leftSection={<IconFileImport size={15} aria-hidden />}
          onClick={() => void open.run()}
        >
          Open a GPX, KML, GeoJSON or CSV file…
        </Button>
        {open.fault && <FaultNotice fault={open.fault} context="open" onDismiss={open.dismiss} />}
        {opened && opened.tracks.length > 1 && (
          <NativeSelect
            label="Track of the file"
            value={index}
            data={opened.tracks.map(({ index: value, name }) => ({
              value: String(value),
              label: name,
            }))}
            onChange={(event) => setIndex(Number(event.currentTarget.value))}
          />
        )}
        {opened && opened.tracks.length === 0 && (
          <Notice tone="warning" title="No track was found in this file" />
        )}
        {opened && track && (
          <>
            <TrackFacts file={opened.file} track={track} />
            <div>
              <span className={classes.label}>Device</span>
              <DevicePicker label="Device" chosen={devices} most={1} onChange={setDevices} />
            </div>
            <Button
              loading={plan.isBusy}
              disabled={!device || track.usable === 0}
              onClick={() => void plan.run()}
            >
              Plan to submit this track
            </Button>
            <p className={classes.quiet}>Nothing is sent before you start the plan.</p>
          </>
        )}
        {plan.fault && <FaultNotice fault={plan.fault} context="open" onDismiss={plan.dismiss} />}
      </div>
      <div className={classes.map}>
        <Preview token={opened?.token ?? null} index={index} />
      </div>
    </div>
  );
}

function TrackFacts({ file, track }: { file: string; track: ImportedTrack }) {
  const format = useFormat();
  const { from, to, problems, problemCount } = track;
  return (
    <section aria-label="What is in the file" className={classes.facts}>
      <strong>{track.name}</strong>
      <span>
        {format.counted(track.points, 'point')} in {file.replace(/^.*[/\\]/, '')},{' '}
        {format.count(track.usable)} can be sent
        {from !== null && to !== null && `, from ${format.moment(from)} to ${format.moment(to)}`}.
      </span>
      {problemCount > 0 && (
        <>
          <span>{format.counted(problemCount, 'remark')}:</span>
          <ul className={classes.problems} aria-label="Remarks on points">
            {problems.map(({ point, refused, message }) => (
              <li key={`${point} ${message}`}>
                Point {format.count(point)}
                {refused ? ' is left out' : ''}: {message}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Preview({ token, index }: { token: string | null; index: number }) {
  const theme = useColourScheme();
  const { mapStyleUrl } = useSettings();
  const [engine, setEngine] = useState<TrackMapEngine | null>(null);
  const [tracks, setTracks] = useState<ReadonlyMap<string, TrackColumns>>(new Map());
  useEffect(
    () =>
      historyPort.onImport((message) =>
        setTracks((known) =>
          new Map(known).set(`${message.token} ${message.track}`, message.columns),
        ),
      ),
    [],
  );
  const columns = tracks.get(`${token ?? ''} ${index}`);
  useEffect(() => {
    if (!engine || !columns) return;
    const { longitude, latitude, flags, measures } = columns;
    const values = measures.speed ?? null;
    engine.setWays([
      { id: 'file', longitude, latitude, flags, values, most: 30, colour: '#1f6fb2' },
    ]);
    engine.fit();
  }, [engine, columns]);
  return (
    <TrackMap
      label="Map of the track in the file"
      theme={theme}
      styleUrl={mapStyleUrl}
      onEngine={setEngine}
    />
  );
}
