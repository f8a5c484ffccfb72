import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Known } from '#shared/domain/known';
import type { Status, Usage } from '#shared/domain/session';
import { api } from '#lib/api';
import type { Format } from '#lib/format';
import { knownText } from '#lib/known-text';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { Fact, FactList } from '#ui/fact-list';
import { DayLimitSetting } from './day-limit-setting';
import { HourBars } from './hour-bars';
import {
  dayLimitText,
  dayText,
  restText,
  sumOf,
  totalHours,
  weightsText,
  messages,
} from './usage-messages';
import { texts } from './usage-texts';
import classes from './usage.module.css';

const readEveryMs = 2_000;

/** What was called today; null until main has answered. */
function useUsage(): { usage: Usage | null; read: () => void } {
  const [usage, setUsage] = useState<Usage | null>(null);
  const [reads, setReads] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      const outcome = await api.usage.current();
      if (isCurrent && outcome.ok) setUsage(outcome.value);
    };
    void read();
    const timer = setInterval(() => void read(), readEveryMs);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [reads]);
  return { usage, read: () => setReads((count) => count + 1) };
}

/** Calls of the day by endpoint and hour, what the rest of the day costs, and the limits. */
export function UsagePanel({ status }: { status: Status }) {
  const format = useFormat();
  const { usage, read } = useUsage();
  if (!usage) return <p className={classes.note}>{texts.loading}</p>;
  const { count } = format;
  return (
    <div className={classes.panel}>
      <FactList title={texts.callsToday} note={dayText(usage)}>
        <Fact name={texts.callsByWaypost}>{count(usage.calls)}</Fact>
        <Fact name={texts.restOfTheDay}>{restText(usage, format)}</Fact>
        <Fact name={texts.countedByTheServiceForThe}>{counterText(status.apiUsage, format)}</Fact>
        <Fact name={texts.countedByTheServiceFor}>{counterText(status.apiDailyUsage, format)}</Fact>
      </FactList>
      <HourBars hours={totalHours(usage)} hour={usage.hour} name={texts.allCallsByHour} isLarge />
      <EndpointTable usage={usage} />
      <section className={classes.limits} aria-label={texts.limits}>
        {status.dayLimit && <p className={classes.note}>{dayLimitText(status.dayLimit, format)}</p>}
        <DayLimitSetting key={usage.callsPerDay} value={usage.callsPerDay} onChanged={read} />
        <LearnedLimit status={status} usage={usage} onForgotten={read} />
        <p className={classes.note}>{weightsText}</p>
      </section>
    </div>
  );
}

function EndpointTable({ usage }: { usage: Usage }) {
  const { count } = useFormat();
  if (usage.endpoints.length === 0) return <p className={classes.note}>{texts.noCallsTodayYet}</p>;
  return (
    <table className={classes.table} aria-label={texts.callsTodayByEndpoint}>
      <thead>
        <tr>
          <th scope="col">{texts.endpoint}</th>
          <th scope="col">{texts.byHour}</th>
          <th scope="col" className={classes.number}>
            {texts.thisHour}
          </th>
          <th scope="col" className={classes.number}>
            {texts.today}
          </th>
        </tr>
      </thead>
      <tbody>
        {usage.endpoints.map(({ endpoint, hours }) => (
          <tr key={endpoint}>
            <th scope="row" className={classes.endpoint}>
              {endpoint}
            </th>
            <td>
              <HourBars hours={hours} hour={usage.hour} name={messages.byHour(endpoint)} />
            </td>
            <td className={classes.number}>{count(hours[usage.hour] ?? 0)}</td>
            <td className={classes.number}>{count(sumOf(hours))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface LearnedLimitProps {
  status: Status;
  usage: Usage;
  onForgotten: () => void;
}

/** What the refusals of the service taught, and a way to forget it. */
function LearnedLimit({ status: { callRate }, usage, onForgotten }: LearnedLimitProps) {
  const { counted } = useFormat();
  const forget = useAction(api.usage.forgetLearnedLimit);
  if (!usage.isLimitLearned) return null;
  const text =
    callRate.refusedAt === null
      ? messages.refusedAtPresent(counted(callRate.inUse, 'call'))
      : messages.refusedRepeatedly(
          counted(callRate.refusedAt, 'call'),
          counted(callRate.inUse, 'call'),
        );
  return (
    <div className={classes.learned}>
      <p className={classes.note}>{text}</p>
      <Button
        size="compact-xs"
        variant="default"
        loading={forget.isBusy}
        title={texts.waypostCallsAsOftenAs}
        onClick={() => void forget.run().then(onForgotten)}
      >
        {texts.forgetThisLimit}
      </Button>
    </div>
  );
}

/** A counter of the service with the time at which it was received. */
function counterText(known: Known<number>, format: Format): string {
  const received = known.is !== 'neverAsked' && known.asOf !== null ? known.asOf : null;
  const value = (counter: number) =>
    received === null
      ? format.count(counter)
      : messages.countReceivedAt(format.count(counter), format.clock(received));
  return knownText(known, value, '');
}
