import { knownOf } from '#shared/domain/known';
import type { DeviceDetails } from '#shared/ipc/fleet';
import { groupsText } from '#lib/known-text';
import { useFormat } from '#lib/use-format';
import { useNow } from '#lib/clock';
import { commonTexts } from '#lib/common-texts';
import { age } from '#lib/format';
import { Fact, FactList } from '#ui/fact-list';
import { texts } from './fleet-texts';
import { KnownRows, knownRow } from './known-rows';
import { LimitFacts } from './limit-facts';
import { messages } from './fleet-messages';

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
            knownRow(texts.name, knownOf(device, 'name'), asText),
            knownRow(texts.description, knownOf(device, 'description'), asText),
            knownRow(texts.phone, knownOf(device, 'phone'), asText),
            ...(tags.length === 0
              ? [knownRow(texts.tags, knownOf(device, 'tags'), () => texts.none)]
              : []),
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
