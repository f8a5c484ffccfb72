import { Anchor, Button, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
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
        name="Status details"
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
              Calls today
            </Button>
          </>
        )}
      </StatusItem>
      <StatusItem name="Located devices" text={located}>
        {() => <LocatedDetails status={status} />}
      </StatusItem>
      {alerts}
      <StatusItem name="Time zone" text={format.timeZone}>
        {(close) => (
          <>
            <FactList level={2} title="Time">
              <Fact name="Times are shown in">{format.timeZone}</Fact>
              <Fact name="Now">{format.moment(now)}</Fact>
            </FactList>
            <Anchor href="#/settings" size="sm" draggable={false} onClick={close}>
              Change it in Settings
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
          title="What waits is not sent. Nothing that was sent is affected."
        >
          Cancel waiting
        </UnstyledButton>
      )}
      <VisuallyHidden aria-live="polite">{mode}</VisuallyHidden>
      {isUsageOpen && <UsageDialog status={status} onClose={() => setUsageOpen(false)} />}
    </footer>
  );
}
