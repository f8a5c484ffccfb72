import { knownOf } from '#shared/domain/known';
import type { DeviceDetails } from '#shared/ipc/fleet';
import { groupsText } from '#lib/group-text';
import { useFormat } from '#lib/use-format';
import { useNow } from '#lib/clock';
import { commonTexts } from '#lib/common-texts';
import { age } from '#lib/format';
import { Fact, FactList } from '#ui/fact-list';
import { texts } from './fleet-texts';
import { KnownRows, knownRow } from './known-rows';
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
            {`No longer listed since ${format.moment(device.unlistedAt)} (${age(device.unlistedAt, now)}). This is the last known copy.`}
          </Fact>
        )}
        {tags.map(([name, value]) => (
          <Fact key={name} name={`Tag: ${name}`}>
            {value}
          </Fact>
        ))}
        <KnownRows
          rows={[
            knownRow('Name', knownOf(device, 'name'), asText),
            knownRow('Description', knownOf(device, 'description'), asText),
            knownRow('Phone', knownOf(device, 'phone'), asText),
            ...(tags.length === 0 ? [knownRow('Tags', knownOf(device, 'tags'), () => 'None')] : []),
          ]}
        />
      </FactList>
      <LimitFacts device={device} />
      {extra.length > 0 && (
        <FactList title={texts.otherFields} note={texts.sentByTheServiceWaypost}>
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
