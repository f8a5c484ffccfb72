import type { Known } from '#shared/domain/known';
import type { Status } from '#shared/domain/session';
import { useNow } from '#lib/clock';
import { duration, type Format } from '#lib/format';
import { knownText } from '#lib/known-text';
import { useFormat } from '#lib/use-format';
import { Fact, FactList } from '#ui/fact-list';
import { clockText } from './clock-messages';
import { FreshnessChart } from './freshness-chart';
import { checkedText, freshnessWindows } from './freshness-messages';
import { rateText } from './rate-messages';
import { momentText } from './status-messages';

/** Every number behind the status line, and who states it. */
export function StatusDetails({ status }: { status: Status }) {
  const format = useFormat();
  const now = useNow();
  const { count, counted } = format;
  const { freshness, callRate } = status;
  return (
    <>
      <FreshnessChart freshness={freshness} />
      <FactList level={2} title="Freshness of the fleet">
        {freshnessWindows.map((window) => (
          <Fact key={window.count} name={`Checked ${window.label}`}>
            {checkedText(freshness[window.count], freshness.listed, format)}
          </Fact>
        ))}
        <Fact name="Each device is checked within">
          {status.longestCheckSeconds === 0 ? 'No devices' : duration(status.longestCheckSeconds)}
        </Fact>
        {status.longestCheckSeconds > status.checkLimitSeconds && (
          <Fact name="Your setting for that, which the limit of calls does not allow">
            {duration(status.checkLimitSeconds)}
          </Fact>
        )}
        <Fact name="Last answer of the service">
          {status.asOf === null ? 'Not asked yet' : momentText(status.asOf, now, format)}
        </Fact>
      </FactList>
      <FactList level={2} title="Calls">
        <Fact name="Waypost may call">{rateText(callRate, format)}</Fact>
        <Fact name="Announced by the service">
          {knownText(callRate.announced, (rate) => `${counted(rate, 'call')} a minute`, 'No limit')}
        </Fact>
        <Fact name="Calls by Waypost in the last minute">{count(status.callsLastMinute)}</Fact>
        <Fact name="Calls by Waypost today (the account’s day)">{count(status.callsToday)}</Fact>
        <Fact name="Counted by the service for the last call">
          {counterText(status.apiUsage, now, format)}
        </Fact>
        <Fact name="Counted by the service for its day">
          {counterText(status.apiDailyUsage, now, format)}
        </Fact>
      </FactList>
      <FactList level={2} title="Clock">
        <Fact name="This computer">{computerClockText(status.clockOffsetMs)}</Fact>
      </FactList>
    </>
  );
}

/** A counter of the service with the time at which it was received. */
function counterText(known: Known<number>, now: number, format: Format): string {
  const received =
    known.is !== 'neverAsked' && known.asOf !== null ? momentText(known.asOf, now, format) : null;
  const value = (counter: number) =>
    received === null ? format.count(counter) : `${format.count(counter)}, as of ${received}`;
  return knownText(known, value, '');
}

function computerClockText(offsetMs: number | null): string {
  if (offsetMs === null) return 'Not compared with the service yet';
  return offsetMs === 0 ? 'The same time as the service' : clockText(offsetMs);
}
