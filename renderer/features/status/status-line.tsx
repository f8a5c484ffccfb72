import { Anchor, Button, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { UsageDialog } from '#features/usage';
import { api } from '#lib/api';
import { useNow } from '#lib/clock';
import { commonTexts } from '#lib/common-texts';
import { type Format, age, duration } from '#lib/format';
import { knownText } from '#lib/known-text';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import type { Known } from '#shared/domain/known';
import type { FleetFreshness, Status } from '#shared/domain/session';
import { zoneLabel } from '#shared/domain/time-zone';
import { Fact, FactList } from '#ui/fact-list';
import type { NoticeItem } from '#ui/notice';
import { StatusItem } from '#ui/status-item';
import {
  checkedText,
  clockText,
  freshnessParts,
  freshnessWindows,
  isClockWrong,
  messages,
  momentText,
  offlineText,
  rateText,
  statusItems,
  statusText,
  texts,
} from './status-messages';
import { page } from '#ui/page';
import classes from './status.module.css';
import { statusMirror } from './store';

interface StatusLineProps {
  /** The item of the alerts, between the located devices and the time zone. */
  alerts: ReactNode;
}

/** The footer: how current the data is, what is located, alerts and time zone, each with its popover. */
export function StatusLine({ alerts }: StatusLineProps) {
  const status = useStore(statusMirror, ({ value }) => value);
  const format = useFormat();
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
        name={texts.statusDetails}
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
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                close();
                setUsageOpen(true);
              }}
            >
              {texts.callsToday}
            </Button>
          </>
        )}
      </StatusItem>
      <StatusItem name={texts.locatedDevices} text={located}>
        {() => <LocatedDetails status={status} />}
      </StatusItem>
      {alerts}
      <StatusItem name={texts.timeZone} text={zoneLabel(format.timeZone)}>
        {(close) => (
          <>
            <FactList level={2} title={texts.time}>
              <Fact name={texts.timesAreShownIn}>{zoneLabel(format.timeZone)}</Fact>
              <Fact name={texts.now}>{format.moment(now)}</Fact>
            </FactList>
            <Anchor href="#/settings" size="sm" draggable={false} onClick={close}>
              {texts.changeItInSettings}
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
          title={texts.whatWaitsIsNotSent}
        >
          {texts.cancelWaiting}
        </UnstyledButton>
      )}
      <VisuallyHidden aria-live="polite">{mode}</VisuallyHidden>
      {isUsageOpen && <UsageDialog status={status} onClose={() => setUsageOpen(false)} />}
    </footer>
  );
}

/** Every number behind the status line, and who states it. */
function StatusDetails({ status }: { status: Status }) {
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

/** One bar for the fleet, divided by how long ago its devices were checked. */
function FreshnessChart({ freshness }: { freshness: FleetFreshness }) {
  const format = useFormat();
  if (freshness.listed === 0) return null;
  const parts = freshnessParts(freshness).map(({ label, devices }) => ({
    label,
    devices,
    text: messages.checkedWithin(label, checkedText(devices, freshness.listed, format)),
  }));
  return (
    <div className={classes.chart}>
      <div className={classes.bar} role="img" aria-label={parts.map(({ text }) => text).join('. ')}>
        {parts.map(({ label, devices, text }, i) => (
          <span
            key={label}
            title={text}
            className={classes.part}
            data-part={i}
            style={{ flexGrow: devices }}
          />
        ))}
      </div>
      <ul className={classes.legend} aria-hidden>
        {parts.map(({ label }, i) => (
          <li key={label}>
            <span className={classes.swatch} data-part={i} />
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Which devices have a position, and what is known of the others. */
function LocatedDetails({ status }: { status: Status }) {
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
  const now = useNow();
  const retry = useAction(api.fleet.refresh);
  if (!status) return null;
  const { since, why } = offlineText(status, now, format);
  return (
    <div className={classes.offline} role="region" aria-label={texts.offline}>
      <IconCloudOff size={16} aria-hidden />
      <span className={page.rest} title={why ?? undefined}>
        <strong>{since}</strong> {why}
      </span>
      <Button
        size="compact-xs"
        variant="default"
        loading={retry.isBusy}
        onClick={() => void retry.run()}
      >
        {texts.retryNow}
      </Button>
    </div>
  );
}

/** The clock of this computer is wrong. */
export function useClockNotices(): NoticeItem[] {
  const offsetMs = useStore(statusMirror, ({ value }) => value?.clockOffsetMs ?? 0);
  if (!isClockWrong(offsetMs)) return [];
  const title = clockText(offsetMs);
  const children = <div>{texts.agesAreShownByThe}</div>;
  return [{ id: title, tone: 'warning', title, children, onDismiss: 'hide' }];
}
