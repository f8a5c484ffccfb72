import { Button, NumberInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { api } from '#lib/api';
import type { Format } from '#lib/format';
import { knownText } from '#lib/known-text';
import { useAction } from '#lib/use-action';
import { useAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import type { Known } from '#shared/domain/known';
import { type Status, type Usage, callsPerDaySchema } from '#shared/domain/session';
import { Dialog } from '#ui/dialog';
import { Fact, FactList } from '#ui/fact-list';
import { FaultNotice } from '#ui/fault-notice';
import {
  barsText,
  dayLimitText,
  dayText,
  hourText,
  messages,
  restText,
  sumOf,
  texts,
  totalHours,
  weightsText,
} from './usage-messages';
import { page } from '#ui/page';
import classes from './usage.module.css';

interface UsageDialogProps {
  status: Status;
  onClose: () => void;
}

/** The calls of the day, opened from the status bar. */
export function UsageDialog({ status, onClose }: UsageDialogProps) {
  return (
    <Dialog opened onClose={onClose} size="min(680px, 92vw)" title={texts.callsToday}>
      <UsagePanel status={status} />
    </Dialog>
  );
}

const readEveryMs = 2_000;

/** Calls of the day by endpoint and hour, what the rest of the day costs, and the limits. */
function UsagePanel({ status }: { status: Status }) {
  const format = useFormat();
  const { value: usage, reload } = useAnswer(() => api.usage.current(), []);
  useEffect(() => {
    const timer = setInterval(reload, readEveryMs);
    return () => clearInterval(timer);
  }, [reload]);
  if (!usage) return <p className={page.quiet}>{texts.loading}</p>;
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
        {status.dayLimit && <p className={page.quiet}>{dayLimitText(status.dayLimit, format)}</p>}
        <DayLimitSetting key={usage.callsPerDay} value={usage.callsPerDay} onChanged={reload} />
        <LearnedLimit status={status} usage={usage} onForgotten={reload} />
        <p className={page.quiet}>{weightsText}</p>
      </section>
    </div>
  );
}

function EndpointTable({ usage }: { usage: Usage }) {
  const { count } = useFormat();
  if (usage.endpoints.length === 0) return <p className={page.quiet}>{texts.noCallsTodayYet}</p>;
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
            <th scope="row" className={page.breakable}>
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
      <p className={page.quiet}>{text}</p>
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

interface HourBarsProps {
  /** Calls by hour of the day. */
  hours: readonly number[];
  /** The present hour. */
  hour: number;
  /** Accessible name. */
  name: string;
  isLarge?: boolean;
}

/** Calls by hour of the day as bars, each as high as its part of the busiest hour. */
function HourBars({ hours, hour, name, isLarge = false }: HourBarsProps) {
  const format = useFormat();
  const most = Math.max(1, ...hours);
  return (
    <div
      className={classes.bars}
      data-large={isLarge || undefined}
      role="img"
      aria-label={`${name}: ${barsText(hours, format)}`}
    >
      {hours.map((calls, each) => (
        <span
          key={hourText(each)}
          className={classes.hour}
          title={`${hourText(each)}: ${format.counted(calls, 'call')}`}
        >
          <span
            className={classes.bar}
            data-now={each === hour || undefined}
            data-empty={calls === 0 || undefined}
            style={{ height: `${(calls / most) * 100}%` }}
          />
        </span>
      ))}
    </div>
  );
}

interface DayLimitSettingProps {
  value: number | null;
  onChanged: () => void;
}

/** The user's limit of calls per day of this account; empty: none. */
function DayLimitSetting({ value, onChanged }: DayLimitSettingProps) {
  const [draft, setDraft] = useState<number | string>(value ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const change = useAction(api.usage.setCallsPerDay);
  // `value` follows later, with the next reading of the usage.
  const chosen = useRef(value);
  // One after the other: a change that is made while another is sent must not be dropped.
  const sent = useRef(Promise.resolve());

  const commit = () => {
    const read = callsPerDaySchema.safeParse(draft === '' ? null : Number(draft));
    if (!read.success) {
      setProblem(texts.aWholeNumberFrom10);
      return;
    }
    setProblem(null);
    if (read.data === chosen.current) return;
    chosen.current = read.data;
    sent.current = sent.current.then(() => change.run({ callsPerDay: read.data })).then(onChanged);
  };

  return (
    <>
      <NumberInput
        size="xs"
        maw={320}
        label={texts.callsPerDay}
        description={texts.forThisAccountEmptyNo}
        placeholder={texts.noLimit}
        value={draft}
        error={problem}
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=","
        hideControls
        clampBehavior="none"
        onChange={setDraft}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      {change.fault && (
        <FaultNotice fault={change.fault} context="open" onDismiss={change.dismiss} />
      )}
    </>
  );
}
