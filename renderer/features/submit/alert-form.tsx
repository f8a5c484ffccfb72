import { Checkbox, Textarea } from '@mantine/core';
import { KindPicker } from '#features/alerts';
import { showInDialog } from '#features/activity';
import { api } from '#lib/api';
import { clock } from '#lib/clock';
import { commonTexts } from '#lib/common-texts';
import { useAction } from '#lib/use-action';
import { page } from '#ui/page';
import { HeldBackNote } from './held-back-note';
import { PlaceFrame } from './place-frame';
import { readPlace } from './place-form';
import { planTyped } from './store';
import { texts } from './submit-texts';
import { draftKeys } from './typed-form';
import { useTypedForm } from './use-typed-form';
import classes from './submit.module.css';

const ways = [
  ['Email', texts.byEMail],
  ['SMS', texts.bySms],
] as const;

/** One alert typed by hand; it becomes a plan that is reviewed before it is sent. */
export function AlertForm() {
  const form = useTypedForm('alert');
  const { devices, kinds, text, channels } = form.values;
  const read = readPlace(form.values, clock.now());
  const send = useAction(async () => {
    const [device] = devices;
    if (!device || !read.ok || kinds.length === 0) return { ok: true as const, value: null };
    const { latitude, longitude, at } = read;
    const isPlanned = planTyped('alert');
    const outcome = await api.submit.planAlert({
      deviceId: device.id,
      draft: draftKeys.alert,
      alert: {
        latitude,
        longitude,
        at,
        text: text.trim() || null,
        alerts: [...kinds],
        channels: [...channels],
      },
    });
    if (outcome.ok) {
      isPlanned(outcome.value.id);
      showInDialog(outcome.value);
    }
    return outcome;
  });
  return (
    <PlaceFrame form={form} read={read} action={texts.submitThisAlert} send={send}>
      {(isTried) => (
        <>
          <div className={classes.kinds}>
            <span className={classes.label}>{texts.kindsOfAlert}</span>
            <KindPicker
              label={texts.kindsOfAlert}
              placeholder={texts.searchTooFastSos}
              kinds={kinds}
              onChange={(next) => form.set({ kinds: next })}
            />
            {isTried && kinds.length === 0 && (
              <p className={classes.error}>{texts.chooseAtLeastOneKind}</p>
            )}
          </div>
          <Textarea
            label={commonTexts.text}
            description={texts.mayBeLeftEmpty}
            value={text}
            maxLength={2000}
            onChange={(event) => form.set({ text: event.currentTarget.value })}
          />
          <fieldset className={classes.channels}>
            <legend className={classes.label}>{texts.theServiceSendsIt}</legend>
            {ways.map(([value, label]) => (
              <Checkbox
                key={value}
                label={label}
                checked={channels.includes(value)}
                onChange={(event) =>
                  form.set({
                    channels: event.currentTarget.checked
                      ? [...channels, value]
                      : channels.filter((other) => other !== value),
                  })
                }
              />
            ))}
            <span className={page.quiet}>{texts.eachWayCountsAgainstThe}</span>
            {devices[0] && <HeldBackNote deviceId={devices[0].id} channels={channels} />}
          </fieldset>
        </>
      )}
    </PlaceFrame>
  );
}
