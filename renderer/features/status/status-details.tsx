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
import { texts } from './status-texts';
import { messages } from './status-messages';

/** Every number behind the status line, and who states it. */
export function StatusDetails({ status }: { status: Status }) {
  const format = useFormat();
  const now = useNow();
  const { count, counted } = format;
  const { freshness, callRate } = status;
  return (
    <>
      <FreshnessChart freshness={freshness} />
      <FactList level={2} title={texts.freshnessOfTheFleet}>
        {freshnessWindows.map((window) => (
          <Fact key={window.count} name={messages.checkedPeriod(window.label)}>
            {checkedText(freshness[window.count], freshness.listed, format)}
          </Fact>
        ))}
        <Fact name={texts.eachDeviceIsCheckedWithin}>
          {status.longestCheckSeconds === 0
            ? texts.noDevices
            : duration(status.longestCheckSeconds)}
        </Fact>
        {status.longestCheckSeconds > status.checkLimitSeconds && (
          <Fact name={texts.yourSettingForThatWhich}>{duration(status.checkLimitSeconds)}</Fact>
        )}
        <Fact name={texts.lastAnswerOfTheService}>
          {status.asOf === null ? texts.notAskedYet : momentText(status.asOf, now, format)}
        </Fact>
      </FactList>
      <FactList level={2} title={texts.calls}>
        <Fact name={texts.waypostMayCall}>{rateText(callRate, format)}</Fact>
        <Fact name={texts.announcedByTheService}>
          {knownText(
            callRate.announced,
            (rate) => messages.perMinute(counted(rate, 'call')),
            texts.noLimit,
          )}
        </Fact>
        <Fact name={texts.callsByWaypostInThe}>{count(status.callsLastMinute)}</Fact>
        <Fact name={texts.callsByWaypostTodayThe}>{count(status.callsToday)}</Fact>
        <Fact name={texts.countedByTheServiceForThe}>
          {counterText(status.apiUsage, now, format)}
        </Fact>
        <Fact name={texts.countedByTheServiceFor}>
          {counterText(status.apiDailyUsage, now, format)}
        </Fact>
      </FactList>
      <FactList level={2} title={texts.clock}>
        <Fact name={texts.thisComputer}>{computerClockText(status.clockOffsetMs)}</Fact>
      </FactList>
    </>
  );
}

/** A counter of the service with the time at which it was received. */
function counterText(known: Known<number>, now: number, format: Format): string {
  const received =
    known.is !== 'neverAsked' && known.asOf !== null ? momentText(known.asOf, now, format) : null;
  const value = (counter: number) =>
    received === null ? format.count(counter) : messages.countAsOf(format.count(counter), received);
  return knownText(known, value, '');
}

function computerClockText(offsetMs: number | null): string {
  if (offsetMs === null) return texts.notComparedWithTheService;
  return offsetMs === 0 ? texts.theSameTimeAsThe : clockText(offsetMs);
}
