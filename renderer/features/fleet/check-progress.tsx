import { Anchor, Popover } from '@mantine/core';
import { useStore } from 'zustand';
import { secondsToCheck } from '#shared/domain/session';
import { OneSetting } from '#features/settings';
import { statusMirror } from '#features/status';
import { useFormat } from '#lib/use-format';
import { page } from '#ui/page';
import { partChecked } from './filters';
import { useFleet } from './fleet-store';
import classes from './fleet.module.css';
import { checkTime, useCheckRate } from './refresh-fleet';

/** A fleet that is checked sooner needs no line, which would come and go at every start. */
const shownFromSeconds = 600;

/** How much of a large fleet was checked, and how long the rest takes. Nothing once all of it was. */
export function CheckProgress() {
  const checked = useFleet(partChecked);
  const total = useFleet(({ view }) => view?.total ?? 0);
  const status = useStore(statusMirror, ({ value }) => value);
  const format = useFormat();
  const { t } = format;
  const rate = useCheckRate();
  if (checked === null || !status || !rate || secondsToCheck(total, rate) < shownFromSeconds) {
    return null;
  }
  const isChecking = status.mode !== 'offline' && status.refreshPause === null;
  const percent = Math.floor((100 * checked) / total);
  const share = {
    percent: format.percent(percent),
    total,
    calls: rate,
    time: checkTime(total - checked, rate, format),
  };
  const shareText = () =>
    percent < 1 ? t('fleet.progress.begun', share) : t('fleet.progress.share', share);
  const shareAtRate = () =>
    percent < 1 ? t('fleet.progress.begunAtRate', share) : t('fleet.progress.shareAtRate', share);
  return (
    <div className={classes.progress} role="note">
      <span className={page.cut} title={isChecking ? shareAtRate() : undefined}>
        {isChecking ? shareText() : t('fleet.progress.soFar', { checked, total })}
      </span>
      {status.callRate.setting !== null && (
        <Popover position="bottom-start" withArrow trapFocus returnFocus width={340}>
          <Popover.Target>
            <Anchor component="button" type="button" size="xs" className={page.fixed}>
              {t('fleet.progress.changeLimit')}
            </Anchor>
          </Popover.Target>
          <Popover.Dropdown>
            <OneSetting name="callsPerMinute" />
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  );
}
