import { Anchor, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { UsageDialog } from '#features/usage';
import { api } from '#lib/api';
import { useNow } from '#lib/clock';
import type { Format } from '#lib/format';
import { knownText } from '#lib/known-values';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import type { Known } from '#shared/domain/known';
import type { FleetFreshness, Status } from '#shared/domain/session';
import { zoneLabel } from '#shared/domain/time-zone';
import { ActionButton } from '#ui/action-button';
import { Fact, FactList } from '#ui/fact-list';
import type { NoticeItem } from '#ui/notice';
import { StatusItem } from '#ui/status-item';
import {
  checkedText,
  clockText,
  freshnessParts,
  freshnessWindows,
  isClockWrong,
  momentText,
  offlineText,
  rateText,
  statusItems,
  statusText,
} from './status-summary';
import { page } from '#ui/page';
import { createAccountMirror } from '#lib/mirror';
import classes from './status.module.css';

/** How current the data on screen is, mirrored from main. */
export const statusMirror = createAccountMirror(
  () => api.status.current(),
  (listener) => api.status.onChanged(listener),
);

interface StatusLineProps {
  /** The item of the alerts, between the located devices and the time zone. */
  alerts: ReactNode;
  /** At the end, if Waypost was updated. */
  news: ReactNode;
}

/** The footer: how current the data is, what is located, alerts and time zone, each with its popover. */
export function StatusLine({ alerts, news }: StatusLineProps) {
  const status = useStore(statusMirror, ({ value }) => value);
  const format = useFormat();
  const { t } = format;
  const now = useNow();
  const [isUsageOpen, setUsageOpen] = useState(false);
  if (!status) return <footer className={classes.line} />;
  const { mode, parts } = statusText(status, now, format);
  const { freshness, located, notices } = statusItems(status, now, format);
  return (
    <footer className={classes.line} data-mode={status.mode}>
      {/* Not live: screen readers would announce every tick of the ages. */}
      <VisuallyHidden role="status" aria-live="off">
        {[mode, ...parts].join(' · ')}
      </VisuallyHidden>
      <StatusItem
        name={t('status.details')}
        text={freshness}
        icon={<span className={classes.mode} aria-hidden />}
      >
        {(close) => (
          <>
            {notices.length > 0 && (
              <ul className={classes.list}>
                {notices.map((text) => (
                  <li key={text.replace(/\d+/g, '')}>{text}</li>
                ))}
              </ul>
            )}
            <StatusDetails status={status} />
            <ActionButton
              onClick={() => {
                close();
                setUsageOpen(true);
              }}
            >
              {t('status.calls.show')}
            </ActionButton>
          </>
        )}
      </StatusItem>
      <StatusItem name={t('status.located')} text={located}>
        {() => <LocatedDetails status={status} />}
      </StatusItem>
      {alerts}
      <StatusItem name={t('status.zone')} text={zoneLabel(format.timeZone)}>
        {(close) => (
          <>
            <FactList level={2} title={t('status.zone.time')}>
              <Fact name={t('status.zone.shownIn')}>{zoneLabel(format.timeZone)}</Fact>
              <Fact name={t('status.zone.now')}>{format.moment(now)}</Fact>
            </FactList>
            <Anchor href="#/settings" size="sm" draggable={false} onClick={close}>
              {t('status.zone.change')}
            </Anchor>
          </>
        )}
      </StatusItem>
      <span className={classes.notice} title={notices[0]}>
        {notices[0]}
      </span>
      {status.waitingCalls > 0 && (
        <UnstyledButton
          className={classes.details}
          onClick={() => void api.status.cancelWaiting()}
          title={t('status.cancelWaiting.help')}
        >
          {t('status.cancelWaiting')}
        </UnstyledButton>
      )}
      {news}
      <VisuallyHidden aria-live="polite">{mode}</VisuallyHidden>
      {isUsageOpen && <UsageDialog status={status} onClose={() => setUsageOpen(false)} />}
    </footer>
  );
}

/** Every number behind the status line, and who states it. */
function StatusDetails({ status }: { status: Status }) {
  const format = useFormat();
  const now = useNow();
  const { count, duration, t } = format;
  const { freshness, callRate } = status;
  return (
    <>
      <FreshnessChart freshness={freshness} />
      <FactList level={2} title={t('status.fleet')}>
        {freshnessWindows.map((window) => (
          <Fact key={window} name={t(`status.fleet.${window}`)}>
            {checkedText(freshness[window], freshness.listed, format)}
          </Fact>
        ))}
        <Fact name={t('status.fleet.checkedWithin')}>
          {status.longestCheckSeconds === 0
            ? t('status.fleet.noDevices')
            : duration(status.longestCheckSeconds)}
        </Fact>
        {status.longestCheckSeconds > status.checkLimitSeconds && (
          <Fact name={t('status.fleet.setting')}>{duration(status.checkLimitSeconds)}</Fact>
        )}
        <Fact name={t('status.fleet.lastAnswer')}>
          {status.asOf === null
            ? t('status.fleet.notChecked')
            : momentText(status.asOf, now, format)}
        </Fact>
      </FactList>
      <FactList level={2} title={t('status.calls')}>
        <Fact name={t('status.calls.allowed')}>{rateText(callRate, format)}</Fact>
        <Fact name={t('status.calls.announced')}>
          {knownText(
            callRate.announced,
            (calls) => t('status.rate.perMinute', { calls }),
            t('status.calls.noLimit'),
            format,
          )}
        </Fact>
        <Fact name={t('status.calls.lastMinute')}>{count(status.callsLastMinute)}</Fact>
        <Fact name={t('status.calls.today')}>{count(status.callsToday)}</Fact>
        <Fact name={t('status.calls.countedLast')}>
          {counterText(status.apiUsage, now, format)}
        </Fact>
        <Fact name={t('status.calls.countedDay')}>
          {counterText(status.apiDailyUsage, now, format)}
        </Fact>
      </FactList>
      <FactList level={2} title={t('status.clock')}>
        <Fact name={t('status.clock.computer')}>
          {computerClockText(status.clockOffsetMs, format)}
        </Fact>
      </FactList>
    </>
  );
}

/** A counter of the service with the time at which it was received. */
function counterText(known: Known<number>, now: number, format: Format): string {
  const received =
    known.is !== 'neverAsked' && known.asOf !== null ? momentText(known.asOf, now, format) : null;
  const value = (counter: number) =>
    received === null
      ? format.count(counter)
      : format.t('status.calls.countAsOf', { count: counter, time: received });
  return knownText(known, value, '', format);
}

function computerClockText(offsetMs: number | null, format: Format): string {
  const { t } = format;
  if (offsetMs === null) return t('status.clock.notCompared');
  return offsetMs === 0 ? t('status.clock.same') : clockText(offsetMs, format);
}

const chartParts = ['lastMinute', 'tenMinutes', 'hour', 'rest'] as const;
type ChartPart = (typeof chartParts)[number];

/** One bar for the fleet, divided by how long ago its devices were checked. */
function FreshnessChart({ freshness }: { freshness: FleetFreshness }) {
  const format = useFormat();
  const { t } = format;
  const { listed } = freshness;
  if (listed === 0) return null;
  const devices = freshnessParts(freshness);
  const text = (part: ChartPart) => checkedText(devices[part], listed, format);
  return (
    <div className={classes.chart}>
      <div
        className={classes.bar}
        role="img"
        aria-label={t('status.chart.all', {
          lastMinute: text('lastMinute'),
          tenMinutes: text('tenMinutes'),
          hour: text('hour'),
          rest: text('rest'),
        })}
      >
        {chartParts.map((part, i) => (
          <span
            key={part}
            title={t('status.chart.part', {
              part: part === 'rest' ? 'other' : part,
              devices: text(part),
            })}
            className={classes.part}
            data-part={i}
            style={{ flexGrow: devices[part] }}
          />
        ))}
      </div>
      <ul className={classes.legend} aria-hidden>
        {chartParts.map((part, i) => (
          <li key={part}>
            <span className={classes.swatch} data-part={i} />
            {t(`status.chart.${part}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Which devices have a position, and what is known of the others. */
function LocatedDetails({ status }: { status: Status }) {
  const { age, count, t } = useFormat();
  const now = useNow();
  const { oldestFixAt, notAskedYet, skippedRecords, freshness } = status;
  return (
    <FactList level={2} title={t('status.located.positions')}>
      <Fact name={t('common.devices')}>{count(status.devices)}</Fact>
      <Fact name={t('status.located.withPosition')}>{count(status.positions)}</Fact>
      {oldestFixAt !== null && (
        <Fact name={t('status.located.oldest')}>{age(oldestFixAt, now)}</Fact>
      )}
      {notAskedYet > 0 && <Fact name={t('status.located.notRequested')}>{count(notAskedYet)}</Fact>}
      {freshness.refused > 0 && (
        <Fact name={t('status.located.refused')}>{count(freshness.refused)}</Fact>
      )}
      {freshness.notUnderstood > 0 && (
        <Fact name={t('status.located.notUnderstood')}>{count(freshness.notUnderstood)}</Fact>
      )}
      {skippedRecords > 0 && (
        <Fact name={t('status.located.skipped')}>{count(skippedRecords)}</Fact>
      )}
    </FactList>
  );
}

/** How current the data is, and why it is not or what else one has to know, for a place without a status line. */
export function useStatusWords(): { freshness: string; trouble: string[] } | null {
  const status = useStore(statusMirror, ({ value }) => value);
  const format = useFormat();
  const now = useNow();
  if (!status) return null;
  const { freshness, notices } = statusItems(status, now, format);
  if (status.mode !== 'offline') return { freshness, trouble: notices };
  const { since, why } = offlineText(status, now, format);
  return { freshness, trouble: [since, ...(why === null ? [] : [why]), ...notices] };
}

/** Whether the service is not reached, so that what is shown gets older. */
export function useIsOffline(): boolean {
  return useStore(statusMirror, ({ value }) => value?.mode === 'offline');
}

/** Under the header while the service is not reached: since when, why, and the next try. */
export function OfflineBar() {
  return useIsOffline() ? <ShownBar /> : null;
}

function ShownBar() {
  const status = useStore(statusMirror, ({ value }) => value);
  const format = useFormat();
  const { t } = format;
  const now = useNow();
  const retry = useAction(api.fleet.refresh);
  if (!status) return null;
  const { since, why } = offlineText(status, now, format);
  return (
    <div className={classes.offline} role="region" aria-label={t('status.offline')}>
      <IconCloudOff size={16} aria-hidden />
      <span className={page.rest} title={why ?? undefined}>
        <strong>{since}</strong> {why}
      </span>
      <ActionButton size="compact-xs" loading={retry.isBusy} onClick={() => void retry.run()}>
        {t('status.offline.retry')}
      </ActionButton>
    </div>
  );
}

/** The clock of this computer is wrong. */
export function useClockNotices(): NoticeItem[] {
  const offsetMs = useStore(statusMirror, ({ value }) => value?.clockOffsetMs ?? 0);
  const format = useFormat();
  if (!isClockWrong(offsetMs)) return [];
  const title = clockText(offsetMs, format);
  const children = <div>{format.t('status.clock.ages')}</div>;
  return [{ id: title, tone: 'warning', title, children, onDismiss: 'hide' }];
}
