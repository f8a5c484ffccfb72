import { knownOf } from '#shared/domain/known';
import type { DeviceDetails } from '#shared/ipc/fleet';
import { groupsText } from '#lib/group-text';
import { useFormat } from '#lib/use-format';
import { useNow } from '#lib/clock';
import { age } from '#lib/format';
import { Fact, FactList } from '#ui/fact-list';
import { KnownFact } from './known-fact';
import { LimitFacts } from './limit-facts';

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
          {groupsText(
            groups.map(({ name }) => name),
            details.groupGap,
          )}
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
      <LimitFacts device={device} />
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
