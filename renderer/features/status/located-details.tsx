import type { Status } from '#shared/domain/session';
import { useNow } from '#lib/clock';
import { commonTexts } from '#lib/common-texts';
import { age } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { Fact, FactList } from '#ui/fact-list';
import { texts } from './status-texts';

/** Which devices have a position, and what is known of the others. */
export function LocatedDetails({ status }: { status: Status }) {
  const { count } = useFormat();
  const now = useNow();
  const { oldestFixAt, notAskedYet, skippedRecords, freshness } = status;
  return (
    <FactList level={2} title={texts.positions}>
      <Fact name={commonTexts.devices}>{count(status.devices)}</Fact>
      <Fact name={texts.withAPosition}>{count(status.positions)}</Fact>
      {oldestFixAt !== null && <Fact name={texts.oldestPosition}>{age(oldestFixAt, now)}</Fact>}
      {notAskedYet > 0 && <Fact name={texts.notRequestedInThisSession}>{count(notAskedYet)}</Fact>}
      {freshness.refused > 0 && (
        <Fact name={texts.locationRefusedByTheService}>{count(freshness.refused)}</Fact>
      )}
      {freshness.notUnderstood > 0 && (
        <Fact name={texts.locationNotUnderstood}>{count(freshness.notUnderstood)}</Fact>
      )}
      {skippedRecords > 0 && (
        <Fact name={texts.recordsThatCouldNotBe}>{count(skippedRecords)}</Fact>
      )}
    </FactList>
  );
}
