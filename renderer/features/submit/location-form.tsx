import { NumberInput } from '@mantine/core';
import { convertSpeed } from '#shared/domain/units';
import { showInDialog } from '#features/activity';
import { api } from '#lib/api';
import { clock } from '#lib/clock';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { PlaceFrame } from './place-frame';
import { isUnusuallyFast, optionalNumber, readPlace } from './place-form';
import { planTyped } from './store';
import { texts } from './submit-texts';
import { draftKeys } from './typed-form';
import { useTypedForm } from './use-typed-form';
import { messages } from './submit-messages';

/** One location typed by hand; it becomes a plan that is reviewed before it is sent. */
export function LocationForm() {
  const { serviceSpeedUnit, speedUnit: usualUnit, number: numberText } = useFormat();
  const form = useTypedForm('location');
  const { devices, speed, course, battery } = form.values;
  // An entry keeps its unit when the setting changes.
  const speedUnit = speed === '' ? usualUnit : (form.values.speedUnit ?? serviceSpeedUnit);
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
      draft: draftKeys.location,
      location: {
        latitude,
        longitude,
        at,
        speed: fast === null ? null : convertSpeed(fast, speedUnit, serviceSpeedUnit),
        course: heading,
        battery: charge,
      },
    });
    if (outcome.ok) {
      isPlanned(outcome.value.id);
      showInDialog(outcome.value);
    }
    return outcome;
  });
  const isFast = typeof values.speed === 'number' && isUnusuallyFast(values.speed, speedUnit);
  const numbers = [
    [messages.speedIn(speedUnit), 'speed', values.speed, texts.notBelow0],
    [texts.courseDegreesFromNorth, 'course', values.course, texts.from0To360],
    [texts.battery, 'battery', values.battery, texts.from0To100],
  ] as const;
  return (
    <PlaceFrame form={form} read={read} action={texts.submitThisLocation} send={send}>
      {() =>
        numbers.map(([label, field, number, error]) => (
          <NumberInput
            key={label}
            label={label}
            description={
              field === 'speed' && isFast
                ? messages.unusuallyFast(numberText(values.speed!), speedUnit)
                : texts.mayBeLeftEmpty
            }
            value={form.values[field]}
            onChange={(value) =>
              form.set(field === 'speed' ? { speed: value, speedUnit } : { [field]: value })
            }
            error={number === undefined ? error : undefined}
            clampBehavior="none"
            hideControls
          />
        ))
      }
    </PlaceFrame>
  );
}
