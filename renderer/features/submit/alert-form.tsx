import { Checkbox, Textarea } from '@mantine/core';
import { useState } from 'react';
import { KindPicker } from '#features/alerts';
import { openJob } from '#features/bulk';
import type { ChosenDevice } from '#features/history';
import { api } from '#lib/api';
import { clock } from '#lib/clock';
import { useAction } from '#lib/use-action';
import { PlaceFrame } from './place-frame';
import { readPlace, type TypedPlace } from './place-form';
import { useBegun, type OnBegun } from './use-begun';
import classes from './submit.module.css';

const ways = [
  ['Email', 'By e-mail'],
  ['SMS', 'By SMS'],
] as const;

/** One alert by hand; it becomes a plan that is looked at before it is sent. */
export function AlertForm({ onBegun }: { onBegun: OnBegun }) {
  const [devices, setDevices] = useState<readonly ChosenDevice[]>([]);
  const [typed, setTyped] = useState<TypedPlace>({ coordinates: '', at: clock.now() });
  const [kinds, setKinds] = useState<string[]>([]);
  const [text, setText] = useState('');
  const [channels, setChannels] = useState<readonly string[]>([]);
  const [isTried, setTried] = useState(false);
  const [startedAt] = useState(typed.at);
  useBegun(
    devices.length + kinds.length + channels.length > 0 ||
      typed.coordinates !== '' ||
      typed.at !== startedAt ||
      text !== '',
    onBegun,
  );
  const read = readPlace(typed, clock.now());
  const send = useAction(async () => {
    const [device] = devices;
    if (!device || !read.ok || kinds.length === 0) return { ok: true as const, value: null };
    const { latitude, longitude, at } = read;
    const outcome = await api.submit.planAlert({
      deviceId: device.id,
      alert: {
        latitude,
        longitude,
        at,
        text: text.trim() || null,
        alerts: kinds,
        channels: [...channels],
      },
    });
    if (outcome.ok) openJob(outcome.value.id);
    return outcome;
  });
  return (
    <PlaceFrame
      devices={devices}
      onDevices={setDevices}
      typed={typed}
      onType={setTyped}
      read={isTried ? read : null}
      action="Plan to submit this alert"
      send={send}
      onSend={() => {
        setTried(true);
        void send.run();
      }}
    >
      <div className={classes.kinds}>
        <span className={classes.label}>Kinds of alert</span>
        <KindPicker
          label="Kinds of alert"
          placeholder="Search: too fast, SOS…"
          kinds={kinds}
          onChange={setKinds}
        />
        {isTried && kinds.length === 0 && (
          <p className={classes.error}>Choose at least one kind.</p>
        )}
      </div>
      <Textarea
        label="Text"
        description="May be left empty."
        value={text}
        maxLength={2000}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <fieldset className={classes.ways}>
        <legend className={classes.label}>The service sends it</legend>
        {ways.map(([value, label]) => (
          <Checkbox
            key={value}
            label={label}
            checked={channels.includes(value)}
            onChange={(event) =>
              setChannels(
                event.currentTarget.checked
                  ? [...channels, value]
                  : channels.filter((other) => other !== value),
              )
            }
          />
        ))}
        <span className={classes.quiet}>
          Each way counts against the device’s daily limit of e-mails or SMS.
        </span>
      </fieldset>
    </PlaceFrame>
  );
}
