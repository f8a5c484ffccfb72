import type { ReactNode } from 'react';
import { dayInZone, daysBetween, lastDay, dayText, daysText } from '#shared/domain/calendar';
import { type Device, knownLimits } from '#shared/domain/device';
import {
  knownLimit,
  sentCount,
  type CounterName,
  type DayCount,
  type LimitName,
  limitsEndedOn,
} from '#shared/domain/device-limits';
import { expiryOf, isShownAsDay, type ExpiryDate, expiryNotes } from '#shared/domain/expiry';
import { knownOf } from '#shared/domain/known';
import { useOpenSession } from '#features/session';
import { useAccountZone, useDaysNote } from '#features/settings';
import { useNow } from '#lib/clock';
import { age, inZone, type Format } from '#lib/format';
import { knownText } from '#lib/known-text';
import { useFormat } from '#lib/use-format';
import { Fact, FactList } from '#ui/fact-list';
import { texts } from './fleet-texts';
import { KnownRows, knownRow } from './known-rows';
import { messages } from './fleet-messages';

/** Limits, counters and expiry, each with what is not known of it. */
export function LimitFacts({ device }: { device: Device }) {
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
    const days = daysText(daysBetween(dayInZone(now, zone), day));
    return isShownAsDay(stated, zone)
      ? messages.expiresOn(dayText(day), days)
      : messages.expiresAt(dayText(day), inZone(format, zone).time(at), days);
  };
  const none =
    device.gaps?.days?.['expiresAt'] === lastDay
      ? messages.noExpiryUntil(dayText(lastDay))
      : texts.noExpiry;
  return (
    <>
      <Fact name={expiry.state === 'expired' ? texts.expired : texts.expires}>
        {knownText(expiry.date, date, none)} {action}
      </Fact>
      {notes.length > 0 && <Fact name={texts.noteOnTheExpiry}>{notes.join(' ')}</Fact>}
    </>
  );
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
