import { useEffect, useRef, useState } from 'react';
import { api } from '#lib/api';
import type { Format } from '#lib/format';
import { knownText } from '#lib/known-values';
import { useAction } from '#lib/use-action';
import { useAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { NumberField } from '#ui/number-field';
import type { Known } from '#shared/domain/known';
import { type Status, type Usage, callsPerDaySchema } from '#shared/domain/session';
import { Dialog } from '#ui/dialog';
import { Fact, FactList } from '#ui/fact-list';
import { FaultNotice } from '#ui/fault-notice';
import { page } from '#ui/page';
import {
  barsText,
  callWeightsText,
  dayLimitText,
  dayText,
  hourText,
  restText,
  sumOf,
  totalHours,
} from './usage-summary';
import classes from './usage.module.css';

interface UsageDialogProps {
  status: Status;
  onClose: () => void;
}

/** The calls of the day, opened from the status bar. */
export function UsageDialog({ status, onClose }: UsageDialogProps) {
  const { t } = useFormat();
  return (
    <Dialog
      data-guide="settings"
      opened
      onClose={onClose}
      size="min(680px, 92vw)"
      title={t('usage.title')}
    >
      <UsagePanel status={status} />
    </Dialog>
  );
}

const readEveryMs = 2_000;

/** Calls of the day by endpoint and hour, what the rest of the day costs, and the limits. */
function UsagePanel({ status }: { status: Status }) {
  const format = useFormat();
  const { count, t } = format;
  const { value: usage, reload } = useAnswer(() => api.usage.current(), []);
  useEffect(() => {
    const timer = setInterval(reload, readEveryMs);
    return () => clearInterval(timer);
  }, [reload]);
  if (!usage) return <p className={page.quiet}>{t('usage.loading')}</p>;
  return (
    <div className={classes.panel}>
      <FactList title={t('usage.title')} note={dayText(usage, format)}>
        <Fact name={t('usage.byWaypost')}>{count(usage.calls)}</Fact>
        <Fact name={t('usage.rest')}>{restText(usage, format)}</Fact>
        <Fact name={t('usage.service.lastCall')}>{counterText(status.apiUsage, format)}</Fact>
        <Fact name={t('usage.service.day')}>{counterText(status.apiDailyUsage, format)}</Fact>
      </FactList>
      <HourBars hours={totalHours(usage)} hour={usage.hour} name={t('usage.hours.total')} isLarge />
      <EndpointTable usage={usage} />
      <section className={classes.limits} aria-label={t('usage.limits')}>
        {status.dayLimit && <p className={page.quiet}>{dayLimitText(status.dayLimit, format)}</p>}
        <DayLimitSetting key={usage.callsPerDay} value={usage.callsPerDay} onChanged={reload} />
        <LearnedLimit status={status} usage={usage} onForgotten={reload} />
        <p className={page.quiet}>{callWeightsText(format)}</p>
      </section>
    </div>
  );
}

function EndpointTable({ usage }: { usage: Usage }) {
  const { count, t } = useFormat();
  if (usage.endpoints.length === 0)
    return <p className={page.quiet}>{t('usage.endpoints.none')}</p>;
  return (
    <table className={classes.table} aria-label={t('usage.endpoints')}>
      <thead>
        <tr>
          <th scope="col">{t('usage.endpoints.endpoint')}</th>
          <th scope="col">{t('usage.endpoints.byHour')}</th>
          <th scope="col" className={classes.number}>
            {t('usage.endpoints.thisHour')}
          </th>
          <th scope="col" className={classes.number}>
            {t('usage.endpoints.today')}
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
              <HourBars
                hours={hours}
                hour={usage.hour}
                name={t('usage.hours.endpoint', { endpoint })}
              />
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
  const { t } = useFormat();
  const forget = useAction(api.usage.forgetLearnedLimit);
  if (!usage.isLimitLearned) return null;
  const { refusedAt, inUse: calls } = callRate;
  const text =
    refusedAt === null
      ? t('usage.refused.once', { calls })
      : t('usage.refused.repeatedly', { refusedAt, calls });
  return (
    <div className={classes.learned}>
      <p className={page.quiet}>{text}</p>
      <ActionButton
        size="compact-xs"
        loading={forget.isBusy}
        title={t('usage.refused.forget.help')}
        onClick={() => void forget.run().then(onForgotten)}
      >
        {t('usage.refused.forget')}
      </ActionButton>
    </div>
  );
}

/** A counter of the service with the time at which it was received. */
function counterText(known: Known<number>, format: Format): string {
  const received = known.is !== 'neverAsked' && known.asOf !== null ? known.asOf : null;
  const value = (counter: number) =>
    received === null
      ? format.count(counter)
      : format.t('usage.service.receivedAt', { count: counter, time: format.clock(received) });
  return knownText(known, value, '', format);
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
      aria-label={format.t('usage.hours.label', { name, hours: barsText(hours, format) })}
    >
      {hours.map((calls, each) => {
        const text = hourText(each, calls, format);
        return (
          <span key={text} className={classes.hour} title={text}>
            <span
              className={classes.bar}
              data-now={each === hour || undefined}
              data-empty={calls === 0 || undefined}
              style={{ height: `${(calls / most) * 100}%` }}
            />
          </span>
        );
      })}
    </div>
  );
}

interface DayLimitSettingProps {
  value: number | null;
  onChanged: () => void;
}

/** The user's limit of calls per day of this account; empty: none. */
function DayLimitSetting({ value, onChanged }: DayLimitSettingProps) {
  const { t } = useFormat();
  const [draft, setDraft] = useState<number | string>(value ?? '');
  const [isInvalid, setInvalid] = useState(false);
  const change = useAction(api.usage.setCallsPerDay);
  // `value` follows later, with the next reading of the usage.
  const chosen = useRef(value);
  // One after the other: a change that is made while another is sent must not be dropped.
  const sent = useRef(Promise.resolve());

  const commit = () => {
    const read = callsPerDaySchema.safeParse(draft === '' ? null : Number(draft));
    setInvalid(!read.success);
    if (!read.success) return;
    if (read.data === chosen.current) return;
    chosen.current = read.data;
    sent.current = sent.current.then(() => change.run({ callsPerDay: read.data })).then(onChanged);
  };

  return (
    <>
      <NumberField
        size="xs"
        maw={320}
        label={t('usage.limit.perDay')}
        description={t('usage.limit.perDay.help')}
        placeholder={t('usage.limit.perDay.none')}
        value={draft}
        error={isInvalid && t('usage.limit.perDay.invalid')}
        allowDecimal={false}
        allowNegative={false}
        isGrouped
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
