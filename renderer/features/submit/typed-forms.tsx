import { Button, Checkbox, Input, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { heldBack } from '#shared/domain/alert-channels';
import { readCoordinates, writeCoordinates } from '#shared/domain/coordinates';
import type { PlainKey } from '#shared/i18n/translate';
import { convertSpeed } from '#shared/domain/units';
import type { Message } from '#shared/i18n/translate';
import { KindPicker } from '#features/alerts';
import { useDraft } from '#features/edits';
import { DevicePicker } from '#features/fleet';
import { useAccountZone } from '#features/settings';
import { api } from '#lib/api';
import { clock, useNow } from '#lib/clock';
import { useAction, type Action } from '#lib/use-action';
import { useAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { NumberField } from '#ui/number-field';
import { MomentField } from '#ui/date-field';
import { FaultNotice } from '#ui/fault-notice';
import { page } from '#ui/page';
import { PlaceMap, useLastPlace, type LastPlace } from './place-map';
import {
  blankForms,
  draftKeys,
  draftLabels,
  entriesClearer,
  planSubmission,
  type TypedForms,
  type TypedSubmission,
  type TypedTab,
} from './submissions';
import classes from './submit.module.css';
import {
  isUnusuallyFast,
  likelySwapped,
  optionalNumber,
  readPlace,
  type ReadPlace,
} from './typed-place';

// The forms of one location and of one alert. What is typed is a draft, so it outlives tab, page and window, and
// becomes a plan that is reviewed before it is sent.

/** The entries of a tab. */
function useTypedForm<T extends TypedTab>(tab: T) {
  const [blank, setBlank] = useState(() => blankForms[tab](clock.now()));
  const { base, edit, changed, set, discard } = useDraft<TypedForms[T], Partial<TypedForms[T]>>(
    draftKeys[tab],
    'submission',
    draftLabels[tab],
    blank,
  );
  return {
    values: { ...blank, ...base, ...edit },
    set,
    /** Whether any field is filled in. */
    isBegun: changed.length > 0,
    clear: () => {
      discard();
      setBlank(blankForms[tab](clock.now()));
    },
  };
}

/** One location typed by hand. */
export function LocationForm() {
  const { t, amount, unitName, language, serviceSpeedUnit, speedUnit: usualUnit } = useFormat();
  const form = useTypedForm('location');
  const { devices, speed, course, battery } = form.values;
  // An entry keeps its unit when the setting changes.
  const speedUnit = speed === '' ? usualUnit : (form.values.speedUnit ?? serviceSpeedUnit);
  const read = readPlace(form.values, clock.now(), language.tag);
  const values = {
    speed: optionalNumber(speed, 0, 10_000),
    course: optionalNumber(course, 0, 360),
    battery: optionalNumber(battery, 0, 100),
  };
  const plan = () => {
    const [device] = devices;
    const { speed: fast, course: heading, battery: charge } = values;
    if (!device || !read.ok) return null;
    if (fast === undefined || heading === undefined || charge === undefined) return null;
    const { latitude, longitude, at } = read;
    return api.submit.planLocation({
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
  };
  const send = useAction(() => planSubmission(plan, entriesClearer('location')));
  const isFast = typeof values.speed === 'number' && isUnusuallyFast(values.speed, speedUnit);
  const numbers = [
    [
      t('submit.speed', { unit: unitName(speedUnit) }),
      'speed',
      values.speed,
      t('submit.speed.negative'),
    ],
    [t('submit.course'), 'course', values.course, t('submit.course.range')],
    [t('submit.battery'), 'battery', values.battery, t('submit.battery.range')],
  ] as const;
  return (
    <TypedForm form={form} read={read} action={t('submit.location.send')} send={send}>
      {() =>
        numbers.map(([label, field, number, error]) => (
          <NumberField
            key={label}
            label={label}
            description={
              field === 'speed' && isFast
                ? t('submit.speed.fast', { speed: amount(values.speed!, speedUnit, 'precise') })
                : t('submit.optional')
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
    </TypedForm>
  );
}

const ways = [
  ['Email', 'submit.channels.email'],
  ['SMS', 'submit.channels.sms'],
] as const;

/** One alert typed by hand. */
export function AlertForm() {
  const { t, language } = useFormat();
  const form = useTypedForm('alert');
  const { devices, kinds, text, channels } = form.values;
  const read = readPlace(form.values, clock.now(), language.tag);
  const plan = () => {
    const [device] = devices;
    if (!device || !read.ok || kinds.length === 0) return null;
    const { latitude, longitude, at } = read;
    return api.submit.planAlert({
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
  };
  const send = useAction(() => planSubmission(plan, entriesClearer('alert')));
  return (
    <TypedForm form={form} read={read} action={t('submit.alert.send')} send={send}>
      {(isTried) => (
        <>
          <div>
            <Text size="sm" fw={500} component="span">
              {t('submit.kinds')}
            </Text>
            <KindPicker
              label={t('submit.kinds')}
              w="100%"
              placeholder={t('submit.kinds.search')}
              kinds={kinds}
              onChange={(next) => form.set({ kinds: next })}
            />
            {isTried && kinds.length === 0 && (
              <Input.Error>{t('submit.kinds.missing')}</Input.Error>
            )}
          </div>
          <Textarea
            label={t('common.text')}
            description={t('submit.optional')}
            value={text}
            maxLength={2000}
            onChange={(event) => form.set({ text: event.currentTarget.value })}
          />
          <Checkbox.Group
            label={t('submit.channels')}
            value={[...channels]}
            onChange={(next) => form.set({ channels: next })}
          >
            <Stack gap={6}>
              {ways.map(([value, label]) => (
                <Checkbox key={value} value={value} label={t(label)} />
              ))}
            </Stack>
          </Checkbox.Group>
          <p className={page.quiet}>{t('submit.channels.help')}</p>
          {devices[0] && <HeldBackNote deviceId={devices[0].id} channels={channels} />}
        </>
      )}
    </TypedForm>
  );
}

interface HeldBackNoteProps {
  deviceId: string;
  channels: readonly string[];
}

/** Says, before an alert is submitted, over which channels a daily limit lets none be sent. */
function HeldBackNote({ deviceId, channels }: HeldBackNoteProps) {
  const { t } = useFormat();
  const { zone } = useAccountZone();
  const now = useNow(60_000);
  const { value, reload } = useAnswer(() => api.fleet.details({ id: deviceId }), [deviceId]);
  useEffect(() => {
    const stops = [
      api.limits.onListed(reload),
      api.limits.onChanged(({ id }) => id === deviceId && reload()),
    ];
    return () => stops.forEach((stop) => stop());
  }, [deviceId, reload]);
  const held = value ? heldBack(value.device, channels, zone, now) : [];
  return (
    <div role="status">
      {held.map((each) => (
        <p key={each.channel}>{t(`submit.heldBack.${each.channel}`, { limit: each.limit })}</p>
      ))}
    </div>
  );
}

interface TypedFormProps {
  form: {
    values: TypedSubmission;
    set: (changes: Partial<TypedSubmission>) => void;
    clear: () => void;
    isBegun: boolean;
  };
  read: ReadPlace;
  /** The label of the button. */
  action: string;
  send: Action<[]>;
  /** The fields of this kind of submission; they show problems once the form was submitted. */
  children: (isTried: boolean) => ReactNode;
}

/** Device, place, time, the fields of one kind of submission, the button and a map. */
function TypedForm({ form, read, action, send, children }: TypedFormProps) {
  const { devices, coordinates: typed, at } = form.values;
  const { t, timeZone } = useFormat();
  const last = useLastPlace(devices[0]?.id ?? null);
  /** Increases when the typed place has to be shown from near. */
  const [shown, setShown] = useState(0);
  // An empty form shows no errors.
  const [isTried, setTried] = useState(false);
  const wrong = isTried && !read.ok ? read : null;
  const said = (problem?: string | Message | null) =>
    typeof problem === 'string' ? t(problem as PlainKey) : problem && t(problem);
  const showPlace = () => setShown((times) => times + 1);
  return (
    <div className={classes.form}>
      <div className={classes.fields}>
        <div className={classes.device}>
          <Text size="sm" fw={500} component="span">
            {t('common.device')}
          </Text>
          <DevicePicker
            label={t('common.device')}
            chosen={devices}
            most={1}
            onChange={(chosen) => form.set({ devices: chosen })}
          />
          {isTried && devices.length === 0 && (
            <Input.Error>{t('submit.device.missing')}</Input.Error>
          )}
        </div>
        <div>
          <TextInput
            label={t('submit.coordinates')}
            description={t('submit.coordinates.help')}
            placeholder="40.4168, -3.7038"
            value={typed}
            error={said(wrong?.coordinates)}
            onChange={(event) => form.set({ coordinates: event.currentTarget.value })}
            onBlur={showPlace}
            onKeyDown={(event) => event.key === 'Enter' && showPlace()}
            autoComplete="off"
            spellCheck={false}
          />
          <Understood
            text={typed}
            last={last}
            onSwap={(swapped) => {
              form.set({ coordinates: swapped });
              showPlace();
            }}
          />
        </div>
        <MomentField
          label={t('submit.time', { zone: timeZone })}
          value={at}
          timeZone={timeZone}
          error={wrong?.at && t(wrong.at)}
          onChange={(next) => form.set({ at: next })}
        />
        {children(isTried)}
        <Button
          loading={send.isBusy}
          onClick={() => {
            setTried(true);
            void send.run();
          }}
        >
          {action}
        </Button>
        <Button
          variant="default"
          disabled={!form.isBegun || send.isBusy}
          onClick={() => {
            send.dismiss();
            setTried(false);
            form.clear();
          }}
        >
          {t('submit.clear')}
        </Button>
        <p className={page.quiet}>{t('submit.review')}</p>
        {send.fault && <FaultNotice fault={send.fault} context="open" onDismiss={send.dismiss} />}
      </div>
      <div className={classes.map}>
        <PlaceMap
          coordinates={typed}
          last={last}
          shown={shown}
          onPick={(picked) => form.set({ coordinates: picked })}
        />
      </div>
    </div>
  );
}

interface UnderstoodProps {
  text: string;
  last: LastPlace | null;
  onSwap: (coordinates: string) => void;
}

/** How the text was understood, in unambiguous notation, and whether the order may be swapped. */
function Understood({ text, last, onSwap }: UnderstoodProps) {
  const { t, coordinates, distance, language } = useFormat();
  const place = readCoordinates(text, language.tag);
  if (!place.ok) return null;
  const swapped = likelySwapped(place, last);
  return (
    <div role="status">
      <p className={page.quiet}>
        {t('submit.coordinates.readAs', {
          coordinates: coordinates(place.latitude, place.longitude, 'dms'),
        })}
      </p>
      {swapped && (
        <Text size="xs" mt={4} component="p">
          {t('submit.coordinates.swapped', {
            distance: distance(swapped.metres),
            swappedDistance: distance(swapped.swappedMetres),
          })}{' '}
          <ActionButton size="compact-xs" onClick={() => onSwap(writeCoordinates(swapped.place))}>
            {t('submit.coordinates.swap')}
          </ActionButton>
        </Text>
      )}
    </div>
  );
}
