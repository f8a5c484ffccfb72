import { Anchor, Button, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { zoneLabel } from '#shared/domain/time-zone';
import { UsageDialog } from '#features/usage';
import { api } from '#lib/api';
import { useNow } from '#lib/clock';
import { useFormat } from '#lib/use-format';
import { Fact, FactList } from '#ui/fact-list';
import { StatusItem } from '#ui/status-item';
import { LocatedDetails } from './located-details';
import { StatusDetails } from './status-details';
import { statusItems } from './status-items';
import classes from './status-line.module.css';
import { statusText } from './status-messages';
import { texts } from './status-texts';
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
