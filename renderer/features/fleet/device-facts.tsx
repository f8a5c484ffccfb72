import { knownOf } from '#shared/domain/known';
import type { Limits } from '#shared/domain/limit';
import type { DeviceDetails } from '#shared/ipc/fleet';
import { useOpenSession } from '#features/session';
import { useFormat } from '#lib/use-format';
import { useNow } from '#lib/clock';
import { age, until } from '#lib/format';
import { Fact, FactList } from '#ui/fact-list';
import { KnownFact } from './known-fact';

const asText = (value: string) => value;

/** The record, groups, limits and expiry of a device. */
export function DeviceFacts({ details }: { details: DeviceDetails }) {
  const { device, groups } = details;
  const format = useFormat();
  const now = useNow(60_000);
  const tags = Object.entries(device.tags);
  const extra = Object.entries(device.extra);
  return (
    <>
      <FactList title="Device">
        <KnownFact name="Name" known={knownOf(device, 'name')} format={asText} />
        <KnownFact name="Description" known={knownOf(device, 'description')} format={asText} />
        <KnownFact name="Phone" known={knownOf(device, 'phone')} format={asText} />
        <Fact name="Id">{device.id}</Fact>
        <Fact name="Groups">
          {groups.length === 0 ? 'In no group' : groups.map(({ name }) => name).join(', ')}
        </Fact>
        {device.unlistedAt !== null && (
          <Fact name="Listing">
            {`No longer listed since ${format.moment(device.unlistedAt)} (${age(device.unlistedAt, now)}). This is the last known copy.`}
          </Fact>
        )}
        {tags.length === 0 && (
          <KnownFact name="Tags" known={knownOf(device, 'tags')} format={() => 'None'} />
        )}
        {tags.map(([name, value]) => (
          <Fact key={name} name={`Tag: ${name}`}>
            {value}
          </Fact>
        ))}
      </FactList>
      <LimitFacts limits={device.limits} expiresAt={device.expiresAt} />
      {extra.length > 0 && (
        <FactList
          title="Other fields"
          note="Sent by the service. Waypost does not know their meaning."
        >
          {extra.map(([name, value]) => (
            <Fact key={name} name={name}>
              {typeof value === 'string' ? value : JSON.stringify(value)}
            </Fact>
          ))}
        </FactList>
      )}
    </>
  );
}

interface LimitFactsProps {
  limits: Limits | null;
  expiresAt: number | null;
}

function LimitFacts({ limits, expiresAt }: LimitFactsProps) {
  const format = useFormat();
  const now = useNow(60_000);
  const writesLimits = useOpenSession()?.capabilities.writesLimits ?? false;
  const note = writesLimits
    ? 'Change them on the Limits and Expiry pages.'
    : 'Read-only: this service allows changes only in its own console.';
  const limit = (value: number | null) => (value === null ? 'No limit' : format.count(value));
  const sent = (value: number | null) => (value === null ? null : format.count(value));
  return (
    <FactList title="Limits and expiry" note={note}>
      <Fact name={expiresAt !== null && expiresAt <= now ? 'Expired' : 'Expires'}>
        {expiresAt === null ? null : `${format.moment(expiresAt)} (${until(expiresAt, now)})`}
      </Fact>
      {limits ? (
        <>
          <Fact name="Expires switch">{limits.expires ? 'On' : 'Off'}</Fact>
          <Fact name="Expiration date">{limits.expirationDate}</Fact>
          <Fact name="Daily e-mail limit">{limit(limits.dailyEmailLimit)}</Fact>
          <Fact name="E-mails sent today">{sent(limits.emailsSentToday)}</Fact>
          <Fact name="Daily SMS limit">{limit(limits.dailySmsLimit)}</Fact>
          <Fact name="SMS sent today">{sent(limits.smsSentToday)}</Fact>
        </>
      ) : (
        <Fact name="Daily limits">{null}</Fact>
      )}
    </FactList>
  );
}
