import { dayInZone, daysBetween } from '#shared/domain/calendar';
import type { Device } from '#shared/domain/device';
import {
  knownLimit,
  knownLimits,
  sentCount,
  type CounterName,
  type DayCount,
  type LimitName,
} from '#shared/domain/device-limits';
import { expiryOf, type Expiry, type ExpiryDate } from '#shared/domain/expiry';
import { expiryNotes } from '#shared/domain/expiry-messages';
import { knownOf, type Known } from '#shared/domain/known';
import { useOpenSession } from '#features/session';
import { useAccountZone, useDaysNote } from '#features/settings';
import { useNow } from '#lib/clock';
import { dayText, daysText } from '#lib/day-text';
import { age, type Format } from '#lib/format';
import { knownText } from '#lib/known-text';
import { useFormat } from '#lib/use-format';
import { Fact, FactList } from '#ui/fact-list';

/** Limits, counters and expiry, each with what is not known of it. */
export function LimitFacts({ device }: { device: Device }) {
  const format = useFormat();
  const now = useNow(60_000);
  const { zone } = useAccountZone();
  const daysNote = useDaysNote();
  const writesLimits = useOpenSession()?.capabilities.writesLimits ?? false;
  const where = writesLimits
    ? 'Change them on the Limits and Expiry pages.'
    : 'Read-only: this service allows changes only in its own console.';
  const known = knownLimits(device);
  const member = <F extends 'expires' | 'expirationDate'>(field: F) =>
    known.is === 'value' ? knownOf(known.value, field) : known;
  const at = device.limits?.expirationAt ?? null;
  const limit = (name: LimitName) => knownText(knownLimit(device, name), format.count, 'No limit');
  const sent = (name: CounterName) => countText(sentCount(device, name, zone, now), format);
  return (
    <FactList title="Limits and expiry" note={`${where} ${daysNote}`}>
      <ExpiryFacts expiry={expiryOf(device, zone, now)} device={device} zone={zone} now={now} />
      <Fact name="Expires switch">
        {knownText(member('expires'), (isOn) => (isOn ? 'On' : 'Off'), 'None')}
      </Fact>
      <Fact name="Expiration date">
        {at === null ? knownText(member('expirationDate'), dayText, 'None') : format.moment(at)}
      </Fact>
      <Fact name="Daily e-mail limit">{limit('dailyEmailLimit')}</Fact>
      <Fact name="E-mails sent">{sent('emailsSentToday')}</Fact>
      <Fact name="Daily SMS limit">{limit('dailySmsLimit')}</Fact>
      <Fact name="SMS sent">{sent('smsSentToday')}</Fact>
      <Fact name="Received">
        {device.receivedAt == null
          ? 'Not recorded'
          : `${format.moment(device.receivedAt)} (${age(device.receivedAt, now)})`}
      </Fact>
    </FactList>
  );
}

interface ExpiryFactsProps {
  expiry: Expiry;
  device: Device;
  zone: string;
  now: number;
}

function ExpiryFacts({ expiry, device, zone, now }: ExpiryFactsProps) {
  const format = useFormat();
  const notes = expiryNotes(expiry, dayText);
  const date = ({ day, at, isDay }: ExpiryDate) => {
    const days = daysText(daysBetween(dayInZone(now, zone), day));
    return isDay ? `${dayText(day)} (${days})` : `${dayText(day)} (${days}), ${format.moment(at)}`;
  };
  return (
    <>
      <Fact name={expiry.state === 'expired' ? 'Expired' : 'Expires'}>
        {knownText(expiry.date, date, 'No expiry')}
      </Fact>
      <Fact name="Active">
        {knownText(knownOf(device, 'isActive'), (isActive) => (isActive ? 'Yes' : 'No'), 'None')}
      </Fact>
      {notes.length > 0 && <Fact name="Note on the expiry">{notes.join(' ')}</Fact>}
    </>
  );
}

/** "90", or of a past day "90 yesterday". */
function countText(sent: Known<DayCount>, { count }: Pick<Format, 'count'>): string {
  return knownText(
    sent,
    ({ count: number, day, daysAgo }) => {
      if (daysAgo === 0) return `${count(number)} today`;
      if (day === null) return `${count(number)}, day not known`;
      return daysAgo === 1 ? `${count(number)} yesterday` : `${count(number)} on ${dayText(day)}`;
    },
    'None',
  );
}
