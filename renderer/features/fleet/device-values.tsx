import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  dayInZone,
  daysBetween,
  daysText,
  dayText,
  lastDay,
  plusDays,
} from '#shared/domain/calendar';
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
import type { DeviceDetails } from '#shared/ipc/fleet';
import { useOpenSession } from '#features/session';
import { useAccountZone, useDaysNote, useSettings } from '#features/settings';
import { useNow } from '#lib/clock';
import { commonTexts } from '#lib/common-texts';
import { age, compassWord, coordinates, duration, type Format, inZone } from '#lib/format';
import { groupsText, gapText, knownText, originalText } from '#lib/known-text';
import { useFormat } from '#lib/use-format';
import { AgeText } from '#ui/age-text';
import { Fact, FactList } from '#ui/fact-list';
import { messages, switchesText, texts } from './fleet-texts';
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
  return (
    <>
      <FactList title={texts.lastReport}>
        {(fix || position) && (
          <>
            <MomentFact
              name={texts.lastReport}
              at={fix?.at ?? null}
              from={fix?.gaps?.mapped?.['at']}
            />
            <MomentFact name={texts.lastPosition} at={position?.at ?? null} isNone={!position} />
          </>
        )}
        {position && noPositionSince !== null && (
          <MomentFact name={texts.noPositionSince} at={noPositionSince} />
        )}
        {position ? (
          <Fact name={texts.position} isOld={isOld || fix?.latitude === null}>
            {withSource(
              coordinates(position.latitude, position.longitude, 'dd'),
              fix?.gaps?.mapped?.['latitude'],
            )}
          </Fact>
        ) : (
          <Fact name={texts.position} isMissing>
            {texts.noPositionKnown}
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

const withSource = (text: string, from: string | undefined) =>
  from === undefined ? text : mappedText(text, from);

function MomentFact({ name, at, isNone = false, from }: MomentFactProps) {
  const format = useFormat();
  const now = useNow(60_000);
  if (at === null) {
    return (
      <Fact name={name} isMissing>
        {isNone ? texts.noneKnown : texts.timeNotKnown}
      </Fact>
    );
  }
  const text = withSource(format.moment(at), from);
  if (isBehind(at, now)) {
    const corrected = correctedTime(at, now);
    return (
      <Fact name={name}>
        {corrected === null
          ? messages.dateIsWrong(text)
          : messages.dateIsCorrected(text, format.moment(corrected))}
      </Fact>
    );
  }
  return (
    <Fact name={name}>
      {text} (<AgeText at={at} />)
    </Fact>
  );
}

/** Speed, course and how long the device has been stationary. */
function motionRows(fix: Fix, isOld: boolean, format: Format): KnownRow[] {
  const { at } = fix;
  // A speed of the past is never shown as if it were the present one.
  const speed = (value: number) =>
    isOld && at !== null
      ? messages.speedAt(format.speed(value), format.moment(at))
      : format.speed(value);
  return [
    knownRow(texts.speed, knownOf(fix, 'speed'), speed, {
      isOld,
      source: (value) =>
        messages.sentWithAssumedUnit(format.number(value), format.serviceSpeedUnit),
    }),
    knownRow(
      texts.course,
      knownOf(fix, 'course'),
      (value) => `${format.number(Math.round(value * 10) / 10)}° (${compassWord(value)})`,
      { isOld, source: (value) => messages.sentInDegrees(format.number(value)) },
    ),
    knownRow(texts.stationaryFor, knownOf(fix, 'inactiveSeconds'), duration, {
      isOld,
      source: (value) => messages.sentInSeconds(format.number(value)),
    }),
  ];
}

interface PartProps {
  fix: Fix;
  isOld: boolean;
}

const measured = [
  [texts.battery, 'battery', '%'],
  [texts.fuel, 'fuel', '%'],
  [texts.fuelSecondTank, 'fuel2', '%'],
  [texts.temperature, 'temperature', '°C'],
  [texts.temperature2, 'temperature2', '°C'],
  [texts.engineSpeed, 'rpm', 'rpm'],
  [texts.distance, 'mileageKm', 'km'],
] as const;

/** Where the unit or the meaning of a value comes from. */
function sourceOf(field: (typeof measured)[number][1], unit: string, sent: string): string {
  if (field === 'rpm') return messages.sentInRevolutions(sent);
  const assumed = messages.unitAssumed(unit);
  return field === 'mileageKm'
    ? messages.sentStraightLines(sent, assumed)
    : messages.sentWithNote(sent, assumed);
}

/** What the device measured, each with its unit, and its inputs and outputs. */
function measurementRows(fix: Fix, isOld: boolean, format: Format): KnownRow[] {
  const { number } = format;
  return [
    ...measured.map(([name, field, unit]) =>
      knownRow(
        name,
        knownOf(fix, field),
        (value) => (field === 'mileageKm' ? format.mileage(value) : `${number(value)} ${unit}`),
        {
          isOld,
          source: (value) => sourceOf(field, unit, number(value)),
        },
      ),
    ),
    ...fix.sensorTimes.flatMap((value, index) => sensorTime(fix, index + 1, value, isOld, number)),
    knownRow(texts.inputs, knownOf(fix, 'inputs'), switchesText, { isOld }),
    knownRow(texts.outputs, knownOf(fix, 'outputs'), switchesText, { isOld }),
  ];
}

/** The rows that fit into one line of the overview: what was measured and is known. */
export function overviewRows(fix: Fix, isOld: boolean, format: Format): KnownRow[] {
  const names = new Set<string>(measured.map(([name]) => name));
  return measurementRows(fix, isOld, format).filter(
    ({ name, is }) => is !== 'hidden' && names.has(name),
  );
}

function sensorTime(
  fix: Fix,
  input: number,
  value: number | null,
  isOld: boolean,
  number: Format['number'],
): KnownRow[] {
  const name = messages.inputOnFor(input);
  const unread = fix.gaps?.notUnderstood ?? {};
  const field = `sensorTime${input}`;
  if (Object.hasOwn(unread, field)) {
    return [{ name, is: 'gap', text: messages.notUnderstood(originalText(unread[field])) }];
  }
  if (value === null) return [];
  return [{ name, is: 'value', isOld, text: messages.unitNotDocumented(number(value)) }];
}

/** Alerts and warnings of the report; the names and the texts often are the same. */
function Messages({ fix, isOld }: PartProps) {
  return (
    <FactList title={texts.alertsAndWarnings}>
      <KnownRows
        rows={[
          knownRow(
            texts.criticalAlert,
            knownOf(fix, 'hasCriticalAlert'),
            (isCritical) => (isCritical ? texts.yes : texts.no),
            { isOld },
          ),
          textsRow(texts.alerts, [knownOf(fix, 'alerts'), knownOf(fix, 'alertTexts')], isOld),
          textsRow(texts.warnings, [knownOf(fix, 'warnings'), knownOf(fix, 'warningTexts')], isOld),
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
): KnownRow {
  const values = lists.filter((list) => list.is === 'value');
  const unread = [
    ...values.flatMap((list) => list.unread ?? []),
    ...lists.flatMap((list) => (list.is === 'notUnderstood' ? [list.original] : [])),
  ];
  if (values.length === 0) {
    const gap = lists.find((list) => list.is === 'notUnderstood');
    return gap ? { name, is: 'gap', text: gapText(gap) ?? '' } : { name, is: 'hidden', text: '' };
  }
  const sent = [...new Set(values.flatMap((list) => list.value))];
  const text = sent.join('; ') || (unread.length === 0 ? texts.none : texts.noneUnderstood);
  return {
    name,
    is: 'value',
    isOld,
    text: unread.length === 0 ? text : partlyText(text, unread),
  };
}

/** Device-specific values, and members that Waypost does not know. */
function Attributes({ fix, isOld }: PartProps) {
  const attributes = knownOf(fix, 'attributes');
  const accessories = knownOf(fix, 'accessories');
  return (
    <FactList title={texts.attributesOfTheReport}>
      {Object.entries(fix.attributes).map(([name, value]) => (
        <Fact key={`attribute ${name}`} name={name} isOld={isOld}>
          {value}
        </Fact>
      ))}
      {fix.accessories.map((accessory, index) => (
        <Fact key={`accessory ${index}`} name={messages.accessory(index + 1)} isOld={isOld}>
          {Object.entries(accessory)
            .map(([name, value]) => `${name}: ${value}`)
            .join(', ')}
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
            ? [knownRow(texts.attributes, attributes, () => texts.none)]
            : []),
          ...(accessories.is === 'notUnderstood'
            ? [knownRow(texts.accessories, accessories, () => '')]
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
  const now = useNow(60_000);
  const tags = Object.entries(device.tags);
  return (
    <FactList title={commonTexts.device}>
      <Fact name={commonTexts.id}>{device.id}</Fact>
      <Fact name={commonTexts.groups}>
        {groupsText(
          groups.map(({ name }) => name),
          details.groupGap,
        )}
      </Fact>
      {device.unlistedAt !== null && (
        <Fact name={texts.listing}>
          {messages.noLongerListedSince(
            format.moment(device.unlistedAt),
            age(device.unlistedAt, now),
          )}
        </Fact>
      )}
      {tags.map(([name, value]) => (
        <Fact key={name} name={messages.tag(name)}>
          {value}
        </Fact>
      ))}
      <KnownRows
        rows={[
          knownRow(commonTexts.name, knownOf(device, 'name'), asText),
          knownRow(texts.description, knownOf(device, 'description'), asText),
          knownRow(texts.phone, knownOf(device, 'phone'), asText),
          ...(tags.length === 0
            ? [knownRow(texts.tags, knownOf(device, 'tags'), () => texts.none)]
            : []),
        ]}
      />
    </FactList>
  );
}

function OtherFields({ device }: { device: Device }) {
  const extra = Object.entries(device.extra);
  if (extra.length === 0) return null;
  return (
    <FactList title={texts.otherFields} note={texts.sentByTheServiceWaypost}>
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
  const now = useNow(60_000);
  const { zone } = useAccountZone();
  const daysNote = useDaysNote();
  const writesLimits = useOpenSession()?.capabilities.writesLimits ?? false;
  const where = writesLimits ? texts.changeThemOnTheLimits : texts.readOnlyChangeInTheConsole;
  const known = knownLimits(device);
  const member = <F extends 'expires' | 'expirationDate'>(field: F) =>
    known.is === 'value' ? knownOf(known.value, field) : known;
  const at = device.limits?.expirationAt ?? null;
  const limit = (title: string, name: LimitName) =>
    knownRow(title, knownLimit(device, name), format.count, { none: texts.noLimit });
  const sent = (title: string, name: CounterName) =>
    knownRow(title, sentCount(device, name, zone, now), (count) => countText(count, format));
  const endedOn = limitsEndedOn(device, zone, now);
  return (
    <FactList title={texts.limitsAndExpiry} note={`${where} ${daysNote}`}>
      <ExpiryFacts device={device} />
      <Fact name={texts.received}>
        {device.receivedAt == null
          ? texts.notRecorded
          : `${format.moment(device.receivedAt)} (${age(device.receivedAt, now)})`}
      </Fact>
      {endedOn !== null && <Fact name={texts.limitsEnded}>{dayText(endedOn)}</Fact>}
      <KnownRows
        rows={[
          knownRow(texts.active, knownOf(device, 'isActive'), (isActive) =>
            isActive ? texts.yes : texts.no,
          ),
          knownRow(texts.expiresSwitch, member('expires'), (isOn) => (isOn ? texts.on : texts.off)),
          at === null
            ? knownRow(texts.expirationDate, member('expirationDate'), dayText)
            : { name: texts.expirationDate, text: inZone(format, zone).moment(at), is: 'value' },
          limit(texts.dailyEMailLimit, 'dailyEmailLimit'),
          sent('E-mails sent', 'emailsSentToday'),
          limit(texts.dailySmsLimit, 'dailySmsLimit'),
          sent(texts.smsSent, 'smsSentToday'),
        ]}
      />
    </FactList>
  );
}

/** When the device expires, or has expired. */
export function ExpiryFacts({ device, action }: { device: Device; action?: ReactNode }) {
  const format = useFormat();
  const now = useNow(60_000);
  const { zone } = useAccountZone();
  const expiry = expiryOf(device, zone, now);
  const notes = expiryNotes(expiry, dayText);
  const date = (stated: ExpiryDate) => {
    const { day, at } = stated;
    const daysTo = (other: string) => daysText(daysBetween(dayInZone(now, zone), other));
    if (isShownAsDay(stated, zone)) {
      const shown = expiry.state === 'expired' ? day : plusDays(day, -1);
      return messages.lastDay(dayText(shown), daysTo(shown));
    }
    const days = daysTo(day);
    return messages.expiresAt(dayText(day), inZone(format, zone).time(at), days);
  };
  const none =
    device.gaps?.days?.['expiresAt'] === lastDay
      ? messages.noExpiryUntil(dayText(lastDay))
      : texts.noExpiry;
  return (
    <>
      <Fact name={expiryName(expiry, zone)}>
        {knownText(expiry.date, date, none)} {action}
      </Fact>
      {notes.length > 0 && <Fact name={texts.noteOnTheExpiry}>{notes.join(' ')}</Fact>}
    </>
  );
}

/** What the date of an expiry is: a device whose date begins a day works until the day before. */
function expiryName({ state, date }: Expiry, zone: string): string {
  if (state === 'expired') return texts.expired;
  const stated = date.is === 'value' ? date.value : null;
  return stated !== null && isShownAsDay(stated, zone) ? texts.lastDay : texts.expires;
}

/** "90 today", or of a past day "90 yesterday". */
function countText(
  { count: number, day, daysAgo }: DayCount,
  { count }: Pick<Format, 'count'>,
): string {
  if (daysAgo === 0) return messages.countToday(count(number));
  if (day === null) return messages.countDayNotKnown(count(number));
  return daysAgo === 1
    ? messages.countYesterday(count(number))
    : messages.countOnDay(count(number), dayText(day));
}

/** A value that a field mapping read from another member (a JSON Pointer) of the answer. */
const mappedText = (text: string, from: string) =>
  messages.valueFrom(text, from.replace(/^\//, ''));

/** A list or map of which some members were not understood. */
export const partlyText = (text: string, unread: readonly unknown[]) =>
  messages.valueNotUnderstood(text, unread.map(originalText).join(', '));

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
  name: string,
  known: Known<T | null>,
  format: (value: T) => string,
  { none = texts.none, source, isOld }: RowOptions<T> = {},
): KnownRow {
  const text = knownText(known, format, none);
  if (known.is === 'notProvided') return { name, text, is: 'hidden' };
  if (known.is !== 'value') return { name, text: gapText(known) ?? text, is: 'gap' };
  const whole = known.from === undefined ? text : mappedText(text, known.from);
  return {
    name,
    text: known.unread ? partlyText(whole, known.unread) : whole,
    is: 'value',
    isOld,
    source: known.value === null ? undefined : source?.(known.value),
  };
}

/** The values that exist as facts; the names of the others follow in one line. */
function KnownRows({ rows }: { rows: readonly KnownRow[] }) {
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
        <Fact name={texts.notProvided} isMissing>
          {missing.join(', ')}
        </Fact>
      )}
    </>
  );
}

/** A value whose source is shown on hover and on focus. */
export function SourcedText({ text, source }: { text: string; source?: string | undefined }) {
  if (source === undefined) return text;
  return (
    <Tooltip
      label={source}
      multiline
      maw={280}
      withArrow
      events={{ hover: true, focus: true, touch: true }}
    >
      <span className={classes.sourced} tabIndex={0}>
        {text}
      </span>
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
