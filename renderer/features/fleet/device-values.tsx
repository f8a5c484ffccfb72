import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { dayInZone, daysBetween, lastDay, plusDays } from '#shared/domain/calendar';
import { type Device, knownLimits } from '#shared/domain/device';
import {
  type CounterName,
  type DayCount,
  knownLimit,
  type LimitName,
  limitsEndedOn,
  sentCount,
} from '#shared/domain/device-limits';
import {
  correctedTime,
  isBehind,
  deviceState,
  isAhead,
  type DeviceState,
} from '#shared/domain/device-state';
import {
  type Expiry,
  type ExpiryDate,
  expiryNotes,
  expiryOf,
  isShownAsDay,
  expiryColumns,
} from '#shared/domain/expiry';
import type { Fix } from '#shared/domain/fix';
import { type Known, knownOf } from '#shared/domain/known';
import { stateRules } from '#shared/domain/settings';
import type { PlainKey } from '#shared/i18n/translate';
import type { DeviceDetails } from '#shared/ipc/fleet';
import { useOpenSession } from '#features/session';
import { useAccountZone, useDaysNote, useSettings } from '#features/settings';
import { useNow } from '#lib/clock';
import { type Format, inZone } from '#lib/format';
import { groupsText, gapText, knownText, originalText } from '#lib/known-values';
import { useFormat } from '#lib/use-format';
import { AgeText } from '#ui/age-text';
import { Fact, FactList } from '#ui/fact-list';
import classes from './fleet.module.css';

/** Every value of a device: of its last report, its record, its limits and what Waypost does not know. */
export function DeviceValues({ details }: { details: DeviceDetails }) {
  return (
    <>
      <FixFacts details={details} />
      <DeviceFacts details={details} />
      <LimitFacts device={details.device} />
      <OtherFields device={details.device} />
    </>
  );
}

/** The last report of a device, every value with its source, and its last known place. */
function FixFacts({ details }: { details: DeviceDetails }) {
  const { fix, position, noPositionSince } = details;
  const isOld = !useIsRecent(details);
  const format = useFormat();
  const { t } = format;
  return (
    <>
      <FactList title={t('fleet.column.lastReport')}>
        {(fix || position) && (
          <>
            <MomentFact
              name={t('fleet.column.lastReport')}
              at={fix?.at ?? null}
              from={fix?.gaps?.mapped?.['at']}
            />
            <MomentFact
              name={t('fleet.values.lastPosition')}
              at={position?.at ?? null}
              isNone={!position}
            />
          </>
        )}
        {position && noPositionSince !== null && (
          <MomentFact name={t('fleet.values.noPositionSince')} at={noPositionSince} />
        )}
        {position ? (
          <Fact name={t('fleet.values.position')} isOld={isOld || fix?.latitude === null}>
            {withSource(
              format.coordinates(position.latitude, position.longitude),
              fix?.gaps?.mapped?.['latitude'],
              format,
            )}
          </Fact>
        ) : (
          <Fact name={t('fleet.values.position')} isMissing>
            {t('fleet.position.none')}
          </Fact>
        )}
        {fix && (
          <KnownRows
            rows={[...motionRows(fix, isOld, format), ...measurementRows(fix, isOld, format)]}
          />
        )}
      </FactList>
      {fix && <Messages fix={fix} isOld={isOld} />}
      {fix && <Attributes fix={fix} isOld={isOld} />}
    </>
  );
}

interface MomentFactProps {
  name: string;
  at: number | null;
  /** There is nothing that could have a time. */
  isNone?: boolean;
  /** The member it was read from by a field mapping. */
  from?: string | undefined;
}

/** A value that a field mapping read from another member (a JSON Pointer) of the answer. */
const withSource = (value: string, from: string | undefined, { t }: Format) =>
  from === undefined ? value : t('fleet.values.from', { value, member: from.replace(/^\//, '') });

function MomentFact({ name, at, isNone = false, from }: MomentFactProps) {
  const format = useFormat();
  const { t } = format;
  const now = useNow(60_000);
  if (at === null) {
    return (
      <Fact name={name} isMissing>
        {isNone ? t('fleet.values.noneKnown') : t('fleet.details.timeNotKnown')}
      </Fact>
    );
  }
  const moment = withSource(format.moment(at), from, format);
  if (isBehind(at, now)) {
    const corrected = correctedTime(at, now);
    return (
      <Fact name={name}>
        {corrected === null
          ? t('fleet.values.dateWrong', { moment })
          : t('fleet.values.dateCorrected', { moment, corrected: format.moment(corrected) })}
      </Fact>
    );
  }
  return (
    <Fact name={name}>
      <AgeText at={at} text={(age) => t('fleet.values.moment', { moment, age })} />
    </Fact>
  );
}

/** Speed, course and how long the device has been stationary. */
function motionRows(fix: Fix, isOld: boolean, format: Format): KnownRow[] {
  const { at } = fix;
  const { t } = format;
  // A speed of the past is never shown as if it were the present one.
  const speed = (value: number) =>
    isOld && at !== null
      ? t('fleet.values.speedAt', { speed: format.speed(value), moment: format.moment(at) })
      : format.speed(value);
  return [
    knownRow(format, t('fleet.column.speed'), knownOf(fix, 'speed'), speed, {
      isOld,
      source: (value) =>
        t('fleet.values.speed.source', {
          value: format.number(value),
          unit: format.unitName(format.serviceSpeedUnit),
        }),
    }),
    knownRow(
      format,
      t('fleet.values.course'),
      knownOf(fix, 'course'),
      (value) =>
        t('fleet.values.course.value', {
          degrees: format.number(Math.round(value * 10) / 10),
          direction: format.compassWord(value),
        }),
      {
        isOld,
        source: (value) => t('fleet.values.course.source', { value: format.number(value) }),
      },
    ),
    knownRow(
      format,
      t('fleet.values.stationary'),
      knownOf(fix, 'inactiveSeconds'),
      format.duration,
      {
        isOld,
        source: (value) => t('fleet.values.stationary.source', { value: format.number(value) }),
      },
    ),
  ];
}

interface PartProps {
  fix: Fix;
  isOld: boolean;
}

const measured = [
  { label: 'fleet.column.battery', field: 'battery', unit: '%' },
  { label: 'fleet.values.fuel', field: 'fuel', unit: '%' },
  { label: 'fleet.values.fuel2', field: 'fuel2', unit: '%' },
  { label: 'fleet.values.temperature', field: 'temperature', unit: '°C' },
  { label: 'fleet.values.temperature2', field: 'temperature2', unit: '°C' },
  { label: 'fleet.values.rpm', field: 'rpm', unit: 'rpm' },
  { label: 'fleet.values.distance', field: 'mileageKm', unit: 'km' },
] as const satisfies readonly { label: PlainKey; field: string; unit: string }[];
type MeasuredUnit = (typeof measured)[number]['unit'];

function measuredText(amount: number, unit: MeasuredUnit, format: Format): string {
  const value = format.number(amount);
  switch (unit) {
    case '%':
      return format.t('common.amount.percent', { amount: value });
    case '°C':
      return format.t('fleet.values.celsius', { value });
    case 'rpm':
      return format.t('fleet.values.revolutions', { value });
    case 'km':
      return format.mileage(amount);
  }
}

/** Where the unit or the meaning of a value comes from. */
function sourceOf(amount: number, unit: MeasuredUnit, { t, number, unitName }: Format): string {
  const value = number(amount);
  if (unit === 'rpm') return t('fleet.values.rpm.source', { value });
  return unit === 'km'
    ? t('fleet.values.distance.source', { value, unit: unitName(unit) })
    : t('fleet.values.source', { value, unit });
}

/** What the device measured, each with its unit. */
const measuredRows = (fix: Fix, isOld: boolean, format: Format): KnownRow[] =>
  measured.map(({ label, field, unit }) =>
    knownRow(
      format,
      format.t(label),
      knownOf(fix, field),
      (value) => measuredText(value, unit, format),
      { isOld, source: (value) => sourceOf(value, unit, format) },
    ),
  );

/** What the device measured, and its inputs and outputs. */
function measurementRows(fix: Fix, isOld: boolean, format: Format): KnownRow[] {
  const { t } = format;
  const switches = (values: readonly boolean[]) => switchStates(values, format);
  return [
    ...measuredRows(fix, isOld, format),
    ...fix.sensorTimes.flatMap((value, index) => sensorTime(fix, index + 1, value, isOld, format)),
    knownRow(format, t('fleet.values.inputs'), knownOf(fix, 'inputs'), switches, { isOld }),
    knownRow(format, t('fleet.values.outputs'), knownOf(fix, 'outputs'), switches, { isOld }),
  ];
}

/** The rows that fit into one line of the overview: what was measured and is known. */
export const overviewRows = (fix: Fix, isOld: boolean, format: Format): KnownRow[] =>
  measuredRows(fix, isOld, format).filter(({ is }) => is !== 'hidden');

function sensorTime(
  fix: Fix,
  input: number,
  value: number | null,
  isOld: boolean,
  { t, number }: Format,
): KnownRow[] {
  const name = t('fleet.values.inputOn', { input: number(input) });
  const unread = fix.gaps?.notUnderstood ?? {};
  const field = `sensorTime${input}`;
  if (Object.hasOwn(unread, field)) {
    return [
      {
        name,
        is: 'gap',
        text: t('common.known.notUnderstood', { original: originalText(unread[field]) }),
      },
    ];
  }
  if (value === null) return [];
  return [{ name, is: 'value', isOld, text: t('fleet.values.noUnit', { value: number(value) }) }];
}

/** Alerts and warnings of the report; the names and the texts often are the same. */
function Messages({ fix, isOld }: PartProps) {
  const format = useFormat();
  const { t } = format;
  return (
    <FactList title={t('fleet.values.messages')}>
      <KnownRows
        rows={[
          knownRow(
            format,
            t('fleet.values.criticalAlert'),
            knownOf(fix, 'hasCriticalAlert'),
            (isCritical) => (isCritical ? t('fleet.values.yes') : t('fleet.values.no')),
            { isOld },
          ),
          textsRow(
            t('fleet.column.alerts'),
            [knownOf(fix, 'alerts'), knownOf(fix, 'alertTexts')],
            isOld,
            format,
          ),
          textsRow(
            t('fleet.values.warnings'),
            [knownOf(fix, 'warnings'), knownOf(fix, 'warningTexts')],
            isOld,
            format,
          ),
        ]}
      />
    </FactList>
  );
}

/** "None" only if the service sent an empty list. */
function textsRow(
  name: string,
  lists: readonly Known<readonly string[]>[],
  isOld: boolean,
  format: Format,
): KnownRow {
  const { t } = format;
  const values = lists.filter((list) => list.is === 'value');
  const unread = [
    ...values.flatMap((list) => list.unread ?? []),
    ...lists.flatMap((list) => (list.is === 'notUnderstood' ? [list.original] : [])),
  ];
  if (values.length === 0) {
    const gap = lists.find((list) => list.is === 'notUnderstood');
    return gap
      ? { name, is: 'gap', text: gapText(gap, format) ?? '' }
      : { name, is: 'hidden', text: '' };
  }
  const sent = [...new Set(values.flatMap((list) => list.value))];
  const text =
    format.listed(sent) ||
    (unread.length === 0 ? t('fleet.values.none') : t('fleet.values.noneUnderstood'));
  return {
    name,
    is: 'value',
    isOld,
    text: unread.length === 0 ? text : partlyText(text, unread, format),
  };
}

/** Device-specific values, and members that Waypost does not know. */
function Attributes({ fix, isOld }: PartProps) {
  const format = useFormat();
  const { t } = format;
  const attributes = knownOf(fix, 'attributes');
  const accessories = knownOf(fix, 'accessories');
  return (
    <FactList title={t('fleet.values.attributesOfReport')}>
      {Object.entries(fix.attributes).map(([name, value]) => (
        <Fact key={`attribute ${name}`} name={name} isOld={isOld}>
          {value}
        </Fact>
      ))}
      {fix.accessories.map((accessory, index) => (
        <Fact
          key={`accessory ${index}`}
          name={t('fleet.values.accessory', { number: format.count(index + 1) })}
          isOld={isOld}
        >
          {format.items(
            Object.entries(accessory).map(([name, value]) =>
              t('common.fieldValue.entry', { name, value }),
            ),
          )}
        </Fact>
      ))}
      {Object.entries(fix.extra).map(([name, value]) => (
        <Fact key={`extra ${name}`} name={name} isOld={isOld}>
          {typeof value === 'string' ? value : JSON.stringify(value)}
        </Fact>
      ))}
      <KnownRows
        rows={[
          ...(Object.keys(fix.attributes).length === 0
            ? [
                knownRow(format, t('fleet.values.attributes'), attributes, () =>
                  t('fleet.values.none'),
                ),
              ]
            : []),
          ...(accessories.is === 'notUnderstood'
            ? [knownRow(format, t('fleet.values.accessories'), accessories, () => '')]
            : []),
        ]}
      />
    </FactList>
  );
}

const asText = (value: string) => value;

/** The record and the groups of a device. */
function DeviceFacts({ details }: { details: DeviceDetails }) {
  const { device, groups } = details;
  const format = useFormat();
  const { t } = format;
  const now = useNow(60_000);
  const tags = Object.entries(device.tags);
  return (
    <FactList title={t('common.device')}>
      <Fact name={t('common.id')}>{device.id}</Fact>
      <Fact name={t('common.groups')}>
        {groupsText(
          groups.map(({ name }) => name),
          details.groupGap,
          format,
        )}
      </Fact>
      {device.unlistedAt !== null && (
        <Fact name={t('fleet.values.listing')}>
          {t('fleet.details.unlistedSince', {
            moment: format.moment(device.unlistedAt),
            age: format.age(device.unlistedAt, now),
          })}
        </Fact>
      )}
      {tags.map(([name, value]) => (
        <Fact key={name} name={t('fleet.values.tag', { tag: name })}>
          {value}
        </Fact>
      ))}
      <KnownRows
        rows={[
          knownRow(format, t('common.name'), knownOf(device, 'name'), asText),
          knownRow(format, t('fleet.column.description'), knownOf(device, 'description'), asText),
          knownRow(format, t('fleet.column.phone'), knownOf(device, 'phone'), asText),
          ...(tags.length === 0
            ? [
                knownRow(format, t('fleet.column.tags'), knownOf(device, 'tags'), () =>
                  t('fleet.values.none'),
                ),
              ]
            : []),
        ]}
      />
    </FactList>
  );
}

function OtherFields({ device }: { device: Device }) {
  const { t } = useFormat();
  const extra = Object.entries(device.extra);
  if (extra.length === 0) return null;
  return (
    <FactList title={t('fleet.values.otherFields')} note={t('fleet.values.otherFields.note')}>
      {extra.map(([name, value]) => (
        <Fact key={name} name={name}>
          {typeof value === 'string' ? value : JSON.stringify(value)}
        </Fact>
      ))}
    </FactList>
  );
}

/** Limits, counters and expiry, each with what is not known of it. */
function LimitFacts({ device }: { device: Device }) {
  const format = useFormat();
  const { t } = format;
  const now = useNow(60_000);
  const { zone } = useAccountZone();
  const days = useDaysNote();
  const writesLimits = useOpenSession()?.capabilities.writesLimits ?? false;
  const note = writesLimits
    ? t('fleet.limits.change', { days })
    : t('fleet.limits.readOnly', { days });
  const known = knownLimits(device);
  const member = <F extends 'expires' | 'expirationDate'>(field: F) =>
    known.is === 'value' ? knownOf(known.value, field) : known;
  const at = device.limits?.expirationAt ?? null;
  const limit = (title: string, name: LimitName) =>
    knownRow(format, title, knownLimit(device, name), format.count, {
      none: t('fleet.limits.none'),
    });
  const sent = (title: string, name: CounterName) =>
    knownRow(format, title, sentCount(device, name, zone, now), (count) => sentText(count, format));
  const endedOn = limitsEndedOn(device, zone, now);
  return (
    <FactList title={t('fleet.limits')} note={note}>
      <ExpiryFacts device={device} />
      <Fact name={t('fleet.limits.received')}>
        {device.receivedAt == null
          ? t('fleet.limits.notRecorded')
          : t('fleet.values.moment', {
              moment: format.moment(device.receivedAt),
              age: format.age(device.receivedAt, now),
            })}
      </Fact>
      {endedOn !== null && (
        <Fact name={t('fleet.limits.ended')}>{format.calendarDay(endedOn)}</Fact>
      )}
      <KnownRows
        rows={[
          knownRow(format, t('fleet.limits.active'), knownOf(device, 'isActive'), (isActive) =>
            isActive ? t('fleet.values.yes') : t('fleet.values.no'),
          ),
          knownRow(format, t('fleet.limits.expires'), member('expires'), (isOn) =>
            isOn ? t('fleet.values.on') : t('fleet.values.off'),
          ),
          at === null
            ? knownRow(format, t('fleet.limits.expirationDate'), member('expirationDate'), (day) =>
                format.calendarDay(day),
              )
            : {
                name: t('fleet.limits.expirationDate'),
                text: inZone(format, zone).moment(at),
                is: 'value',
              },
          limit(t('fleet.limits.dailyEmails'), 'dailyEmailLimit'),
          sent(t('fleet.limits.emailsSent'), 'emailsSentToday'),
          limit(t('fleet.limits.dailySms'), 'dailySmsLimit'),
          sent(t('fleet.limits.smsSent'), 'smsSentToday'),
        ]}
      />
    </FactList>
  );
}

/** When the device expires, or has expired. */
export function ExpiryFacts({ device, action }: { device: Device; action?: ReactNode }) {
  const format = useFormat();
  const { t } = format;
  const now = useNow(60_000);
  const { zone } = useAccountZone();
  const expiry = expiryOf(device, zone, now);
  const notes = expiryNotes(expiry).map((note) => t(note));
  const date = (stated: ExpiryDate) => {
    const { day, at } = stated;
    const daysTo = (other: string) => format.daysAway(daysBetween(dayInZone(now, zone), other));
    if (isShownAsDay(stated, zone)) {
      const shown = expiry.state === 'expired' ? day : plusDays(day, -1);
      return t('fleet.expiry.day', { day: format.calendarDay(shown), days: daysTo(shown) });
    }
    return t('fleet.expiry.time', {
      day: format.calendarDay(day),
      time: inZone(format, zone).time(at),
      days: daysTo(day),
    });
  };
  const none =
    device.gaps?.days?.['expiresAt'] === lastDay
      ? t('fleet.expiry.noneUntil', { day: format.calendarDay(lastDay) })
      : t('fleet.expiry.none');
  return (
    <>
      <Fact name={t(expiryName(expiry, zone))}>
        {knownText(expiry.date, date, none, format)} {action}
      </Fact>
      {notes.length > 0 && <Fact name={t('fleet.expiry.note')}>{notes.join(' ')}</Fact>}
    </>
  );
}

/** What the date of an expiry is: a device whose date begins a day works until the day before. */
function expiryName({ state, date }: Expiry, zone: string): PlainKey {
  if (state === 'expired') return 'fleet.expiry.expired';
  const stated = date.is === 'value' ? date.value : null;
  return stated !== null && isShownAsDay(stated, zone)
    ? 'fleet.expiry.lastDay'
    : 'fleet.column.expires';
}

/** "90 today", or of a past day "90 yesterday". */
function sentText({ count, day, daysAgo }: DayCount, { t, calendarDay }: Format): string {
  if (daysAgo === 0) return t('fleet.limits.sent.today', { count });
  if (day === null) return t('fleet.limits.sent.dayNotKnown', { count });
  return daysAgo === 1
    ? t('fleet.limits.sent.yesterday', { count })
    : t('fleet.limits.sent.day', { count, day: calendarDay(day) });
}

/** A list or map of which some members were not understood. */
const partlyText = (value: string, unread: readonly unknown[], { t, items }: Format) =>
  t('fleet.values.partly', { value, original: items(unread.map(originalText)) });

/** One value of the service as text, and how it came about. */
interface KnownRow {
  name: string;
  text: string;
  /** `hidden`: not provided, so only its name is listed. */
  is: 'value' | 'gap' | 'hidden';
  /** What was sent, and which unit is assumed. */
  source?: string | undefined;
  isOld?: boolean | undefined;
}

interface RowOptions<T> {
  /** Shown for an explicit "none" of the service. */
  none?: string;
  source?: (value: T) => string;
  isOld?: boolean;
}

/** A row for one value of the service: the value, or that it was not provided or not understood. */
function knownRow<T>(
  format: Format,
  name: string,
  known: Known<T | null>,
  write: (value: T) => string,
  { none = format.t('fleet.values.none'), source, isOld }: RowOptions<T> = {},
): KnownRow {
  const text = knownText(known, write, none, format);
  if (known.is === 'notProvided') return { name, text, is: 'hidden' };
  if (known.is !== 'value') return { name, text: gapText(known, format) ?? text, is: 'gap' };
  const whole = withSource(text, known.from, format);
  return {
    name,
    text: known.unread ? partlyText(whole, known.unread, format) : whole,
    is: 'value',
    isOld,
    source: known.value === null ? undefined : source?.(known.value),
  };
}

/** The values that exist as facts; the names of the others follow in one line. */
function KnownRows({ rows }: { rows: readonly KnownRow[] }) {
  const { t, items } = useFormat();
  const missing = rows.filter(({ is }) => is === 'hidden').map(({ name }) => name);
  return (
    <>
      {rows
        .filter(({ is }) => is !== 'hidden')
        .map((row) => (
          <Fact key={row.name} name={row.name} isMissing={row.is === 'gap'} isOld={row.isOld}>
            <SourcedText text={row.text} source={row.source} />
          </Fact>
        ))}
      {missing.length > 0 && (
        <Fact name={t('common.notProvided')} isMissing>
          {items(missing)}
        </Fact>
      )}
    </>
  );
}

/** A value whose source is shown on hover and on focus. */
export function SourcedText({ text, source }: { text: string; source?: string | undefined }) {
  if (source === undefined) return <bdi>{text}</bdi>;
  return (
    <Tooltip
      label={source}
      multiline
      maw={280}
      withArrow
      events={{ hover: true, focus: true, touch: true }}
    >
      <bdi className={classes.sourced} tabIndex={0}>
        {text}
      </bdi>
    </Tooltip>
  );
}

const orNaN = (value: number | null | undefined) => value ?? Number.NaN;

/** The current state of a device. */
export function useDetailsState({
  device,
  fix,
  checkedAt,
  otherAnswer,
}: DeviceDetails): DeviceState {
  const rules = stateRules(useSettings());
  const now = useNow(10_000);
  const { zone } = useAccountZone();
  return deviceState(
    {
      unlistedAt: orNaN(device.unlistedAt),
      expiresAt: expiryColumns(device, zone).expiredFrom,
      checkedAt: orNaN(checkedAt),
      fixAt: orNaN(fix?.at),
      hasPosition: fix !== null && fix.latitude !== null && fix.longitude !== null,
      speed: orNaN(fix?.speed),
      inactiveSeconds: orNaN(fix?.inactiveSeconds),
      isNotUnderstood: otherAnswer?.is === 'notUnderstood',
      isAnswerAhead: otherAnswer?.is === 'ahead',
      isAnswerBehind: otherAnswer?.is === 'behind',
    },
    rules,
    now,
  );
}

/** Whether the last report is recent, so that its values describe the present. */
export function useIsRecent({ fix }: DeviceDetails): boolean {
  const { staleAfterMs } = stateRules(useSettings());
  const now = useNow(10_000);
  const at = fix?.at ?? null;
  return at !== null && !isAhead(at, now) && now - at <= staleAfterMs;
}

/** "1, 3 on; 2, 4–8 off": inputs or outputs by their state, unused ones in ranges. */
export function switchStates(values: readonly boolean[], { t, items, count }: Format): string {
  const numbers = (state: boolean) =>
    items(
      rangesOf(values, state).map(([from, to]) =>
        from === to ? count(from) : `${count(from)}–${count(to)}`,
      ),
    );
  const [on, off] = [numbers(true), numbers(false)];
  if (on === '')
    return off === '' ? t('fleet.values.none') : t('fleet.values.switchesOff', { off });
  return off === ''
    ? t('fleet.values.switchesOn', { on })
    : t('fleet.values.switches', { on, off });
}

/** The numbers, counted from 1, of the values that are `state`; three or more in a row as a range. */
function rangesOf(values: readonly boolean[], state: boolean): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  for (let from = 0; from < values.length; from++) {
    if (values[from] !== state) continue;
    let to = from;
    while (values[to + 1] === state) to++;
    if (to - from >= 2) ranges.push([from + 1, to + 1]);
    else for (let at = from; at <= to; at++) ranges.push([at + 1, at + 1]);
    from = to;
  }
  return ranges;
}
