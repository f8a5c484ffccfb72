import { NumberInput } from '@mantine/core';
import { openJob } from '#features/jobs';
import { api } from '#lib/api';
import { clock } from '#lib/clock';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { PlaceFrame } from './place-frame';
import { optionalNumber, readPlace } from './place-form';
import { planTyped } from './store';
import { useTypedForm } from './use-typed-form';

/** One location typed by hand; it becomes a plan that is reviewed before it is sent. */
export function LocationForm() {
  const { serviceSpeedUnit } = useFormat();
  const form = useTypedForm('location');
  const { devices, speed, course, battery } = form.values;
  const read = readPlace(form.values, clock.now());
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
    const isPlanned = planTyped('location');
    const outcome = await api.submit.planLocation({
      deviceId: device.id,
      location: { latitude, longitude, at, speed: fast, course: heading, battery: charge },
    });
    if (outcome.ok) {
      isPlanned(outcome.value.id);
      openJob(outcome.value.id);
    }
    return outcome;
  });
  const numbers = [
    [`Speed (${serviceSpeedUnit})`, 'speed', values.speed, 'Not below 0.'],
    ['Course (degrees from north)', 'course', values.course, 'From 0 to 360.'],
    ['Battery (%)', 'battery', values.battery, 'From 0 to 100.'],
  ] as const;
  return (
    <PlaceFrame form={form} read={read} action="Plan to submit this location" send={send}>
      {() =>
        numbers.map(([label, field, number, error]) => (
          <NumberInput
            key={label}
            label={label}
            description="May be left empty."
            value={form.values[field]}
            onChange={(value) => form.set({ [field]: value })}
            error={number === undefined ? error : undefined}
            clampBehavior="none"
            hideControls
          />
        ))
      }
    </PlaceFrame>
  );
}
