import type { Status } from '#shared/domain/session';
import { useNow } from '#lib/clock';
import { age } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { Fact, FactList } from '#ui/fact-list';

/** Which devices have a position, and what is known of the others. */
export function LocatedDetails({ status }: { status: Status }) {
  const { count } = useFormat();
  const now = useNow();
  const { oldestFixAt, notAskedYet, skippedRecords, freshness } = status;
  return (
    <FactList level={2} title="Positions">
      <Fact name="Devices">{count(status.devices)}</Fact>
      <Fact name="With a position">{count(status.positions)}</Fact>
      {oldestFixAt !== null && <Fact name="Oldest position">{age(oldestFixAt, now)}</Fact>}
      {notAskedYet > 0 && <Fact name="Not requested in this session">{count(notAskedYet)}</Fact>}
      {freshness.refused > 0 && (
        <Fact name="Location refused by the service">{count(freshness.refused)}</Fact>
      )}
      {freshness.notUnderstood > 0 && (
        <Fact name="Location not understood">{count(freshness.notUnderstood)}</Fact>
      )}
      {skippedRecords > 0 && (
        <Fact name="Records that could not be read">{count(skippedRecords)}</Fact>
      )}
    </FactList>
  );
}
