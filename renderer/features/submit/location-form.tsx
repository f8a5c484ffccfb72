import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { openJob } from '#features/bulk';
import type { ChosenDevice } from '#features/history';
import { api } from '#lib/api';
import { clock } from '#lib/clock';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { PlaceFrame } from './place-frame';
import { useBegun, type OnBegun } from './use-begun';
import { optionalNumber, readPlace, type TypedPlace } from './place-form';

/** One location by hand; it becomes a plan that is looked at before it is sent. */
export function LocationForm({ onBegun }: { onBegun: OnBegun }) {
  const { serviceSpeedUnit } = useFormat();
  const [devices, setDevices] = useState<readonly ChosenDevice[]>([]);
  const [typed, setTyped] = useState<TypedPlace>({ coordinates: '', at: clock.now() });
  const [speed, setSpeed] = useState<string | number>('');
  const [course, setCourse] = useState<string | number>('');
  const [battery, setBattery] = useState<string | number>('');
  const [isTried, setTried] = useState(false);
  const [startedAt] = useState(typed.at);
  useBegun(
    devices.length > 0 ||
      typed.coordinates !== '' ||
      typed.at !== startedAt ||
      [speed, course, battery].some((value) => value !== ''),
    onBegun,
  );
  const read = readPlace(typed, clock.now());
  const values = {
    speed: optionalNumber(speed, 0, 10_000),
    course: optionalNumber(course, 0, 360),
    battery: optionalNumber(battery, 0, 100),
  };
  const send = useAction(async () => {
    const [device] = devices;
    if (!device || !read.ok) return { ok: true as const, value: null };
    const { latitude, longitude, at } = read;
    const { speed: fast, course: heading, battery: charge } = values;
    if (fast === undefined || heading === undefined || charge === undefined)
      return { ok: true as const, value: null };
    const outcome = await api.submit.planLocation({
      deviceId: device.id,
      location: { latitude, longitude, at, speed: fast, course: heading, battery: charge },
    });
    if (outcome.ok) openJob(outcome.value.id);
    return outcome;
  });
  const numbers = [
    [`Speed (${serviceSpeedUnit})`, speed, setSpeed, values.speed, 'Not below 0.'],
    ['Course (degrees from north)', course, setCourse, values.course, 'From 0 to 360.'],
    ['Battery (%)', battery, setBattery, values.battery, 'From 0 to 100.'],
  ] as const;
  return (
    <PlaceFrame
      devices={devices}
      onDevices={setDevices}
      typed={typed}
      onType={setTyped}
      read={isTried ? read : null}
      action="Plan to submit this location"
      send={send}
      onSend={() => {
        setTried(true);
        void send.run();
      }}
    >
      {numbers.map(([label, value, set, number, error]) => (
        <NumberInput
          key={label}
          label={label}
          description="May be left empty."
          value={value}
          onChange={set}
          error={number === undefined ? error : undefined}
          clampBehavior="none"
          hideControls
        />
      ))}
    </PlaceFrame>
  );
}
