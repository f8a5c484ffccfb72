import { IconTable } from '@tabler/icons-react';
import { useMemo, useState, type ReactNode } from 'react';
import type { Device } from '#shared/domain/device';
import { forecastLicences, type LicenceDay } from '#shared/domain/expiry-forecast';
import { useIsListed } from '#features/limits';
import { useOpenSession } from '#features/session';
import { useAccountZone } from '#features/settings';
import { api } from '#lib/api';
import { useNow } from '#lib/clock';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { NumberField } from '#ui/number-field';
import { Dialog } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import { licenceFigures, totalNote, usedNote } from './expiry-rows';
import classes from './expiry.module.css';

/** The account's licences now, and on the days of the forecast. */
export function Licences({ devices: known }: { devices: readonly Device[] }) {
  const format = useFormat();
  const { t, count } = format;
  const now = useNow(60_000);
  const { zone } = useAccountZone();
  const { licences: provided = null, licenceTotal = null } = useOpenSession() ?? {};
  const devices = useIsListed() === true ? known : null;
  const figures = useMemo(
    () => licenceFigures(provided, licenceTotal, devices, now, zone),
    [provided, licenceTotal, devices, now, zone],
  );
  const days = useMemo(
    () => devices && forecastLicences(devices, figures, now, zone),
    [devices, figures, now, zone],
  );
  const { used, free, total, stated } = figures;
  return (
    <div className={classes.overview}>
      <dl className={classes.tiles} aria-label={t('expiry.licences')}>
        <Tile name={t('expiry.licences.used')} note={usedNote(figures, format)}>
          {used === null ? (
            <span className={classes.unknown}>{t('expiry.licences.notLoaded')}</span>
          ) : (
            count(used)
          )}
        </Tile>
        <Tile name={t('expiry.licences.free')} isBad={free !== null && free <= 0}>
          {free === null ? (
            <span className={classes.unknown}>{t('common.notKnown')}</span>
          ) : (
            count(free)
          )}
        </Tile>
        <Tile name={t('expiry.licences.total')} note={totalNote(figures, format)}>
          {total !== null && stated.total.is === 'value' ? (
            count(total)
          ) : (
            <TotalSetting key={licenceTotal} total={total} />
          )}
        </Tile>
      </dl>
      {days && <ForecastChart days={days} />}
    </div>
  );
}

interface TileProps {
  name: string;
  note?: string | undefined;
  isBad?: boolean;
  children: ReactNode;
}

function Tile({ name, note, isBad, children }: TileProps) {
  return (
    <div className={classes.tile} data-bad={isBad || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {note && <dd className={classes.tileNote}>{note}</dd>}
    </div>
  );
}

/** The total as the user enters it where the service does not provide it. */
function TotalSetting({ total }: { total: number | null }) {
  const { t } = useFormat();
  const [typed, setTyped] = useState<string | number>(total ?? '');
  const change = useAction(api.limits.setLicenceTotal);
  const commit = () => {
    const next = typeof typed === 'number' ? typed : null;
    if (next !== total) void change.run({ total: next });
  };
  return (
    <>
      <NumberField
        size="xs"
        aria-label={t('expiry.licences.totalOfAccount')}
        placeholder={t('common.notKnown')}
        value={typed}
        min={0}
        max={10_000_000}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        onChange={setTyped}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      {change.fault && <FaultNotice fault={change.fault} context="open" />}
    </>
  );
}

/** The chart is of free licences if the total is known, otherwise of licences in use. */
const chartOf = (days: readonly LicenceDay[]) => (days[0]!.free === null ? 'inUse' : 'free');
const chartValue = ({ free, used }: LicenceDay): number => free ?? used;

/** Licences by date as a chart, with a sentence for screen readers and a table. */
function ForecastChart({ days }: { days: readonly LicenceDay[] }) {
  const { t, calendarDay } = useFormat();
  const [isTable, setTable] = useState(false);
  const first = days[0]!;
  const last = days.at(-1)!;
  const chart = chartOf(days);
  const title = t(`expiry.chart.${chart}.title`);
  return (
    <figure className={classes.chart}>
      <figcaption className={classes.chartTitle}>
        <strong>{title}</strong>
        <ActionButton
          size="compact-xs"
          variant="subtle"
          icon={IconTable}
          onClick={() => setTable(true)}
        >
          {t('expiry.table.open')}
        </ActionButton>
      </figcaption>
      <Bars
        days={days}
        label={t(`expiry.chart.${chart}.summary`, {
          today: chartValue(first),
          last: chartValue(last),
          day: calendarDay(last.day),
        })}
      />
      <Dialog opened={isTable} onClose={() => setTable(false)} title={title}>
        <ForecastTable days={days} />
      </Dialog>
    </figure>
  );
}

const labelEvery = 30;

/** A bar without a gap for each day, because a value applies to its whole day. */
function Bars({ days, label }: { days: readonly LicenceDay[]; label: string }) {
  const { t, count, calendarDay } = useFormat();
  const values = days.map(chartValue);
  const ticks = niceTicks(Math.min(0, ...values), Math.max(1, ...values));
  const low = ticks[0]!;
  const percent = (value: number) => `${(value / (ticks.at(-1)! - low)) * 100}%`;
  const chart = chartOf(days);
  return (
    <div className={classes.plot} role="img" aria-label={label}>
      {ticks.map((tick) => (
        <div
          key={tick}
          className={classes.tick}
          data-zero={tick === 0 || undefined}
          style={{ insetBlockEnd: percent(tick - low) }}
        >
          <span>{count(tick)}</span>
        </div>
      ))}
      <div className={classes.days}>
        {days.map((each, index) => {
          const value = chartValue(each);
          const { expiring } = each;
          const shown = { day: calendarDay(each.day), licences: value };
          return (
            <div
              key={each.day}
              className={classes.day}
              title={
                expiring > 0
                  ? t(`expiry.chart.${chart}.dayWithExpiring`, { ...shown, expiring })
                  : t(`expiry.chart.${chart}.day`, shown)
              }
            >
              <div
                className={classes.bar}
                data-negative={value < 0 || undefined}
                style={{
                  insetBlockEnd: percent(Math.min(0, value) - low),
                  blockSize: percent(Math.abs(value)),
                }}
              />
              {index % labelEvery === 0 && (
                <span className={classes.date}>
                  {index === 0 ? t('expiry.chart.today') : calendarDay(each.day, false)}
                </span>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Three to six round whole numbers that span `low` to `high`. */
function niceTicks(low: number, high: number): number[] {
  const raw = Math.max(1, (high - low) / 4);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.ceil(
    [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= raw)!,
  );
  const ticks: number[] = [];
  const to = Math.ceil(high / step) * step;
  for (let value = Math.floor(low / step) * step; value <= to; value += step) ticks.push(value);
  return ticks;
}

/** The days on which something changes, and the first and last day. */
function ForecastTable({ days }: { days: readonly LicenceDay[] }) {
  const { t, count, calendarDay } = useFormat();
  const shownDays = days.filter(
    ({ expiring }, index) => expiring > 0 || index === 0 || index === days.length - 1,
  );
  return (
    <table className={classes.forecast}>
      <thead>
        <tr>
          <th scope="col">{t('expiry.table.day')}</th>
          <th scope="col">{t('expiry.table.expire')}</th>
          <th scope="col">{t('expiry.table.inUse')}</th>
          <th scope="col">{t('expiry.table.free')}</th>
        </tr>
      </thead>
      <tbody>
        {shownDays.map(({ day, expiring, used, free }) => (
          <tr key={day}>
            <th scope="row">{calendarDay(day)}</th>
            <td>{count(expiring)}</td>
            <td>{count(used)}</td>
            <td>{free === null ? t('common.notKnown') : count(free)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
