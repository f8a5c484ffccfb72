import { Button, Group, Popover, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { duration } from '#lib/format';
import { useEscape } from '#lib/use-escape';
import { useFormat } from '#lib/use-format';
import type { Fault } from '#shared/fault';
import { Dialog } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import { messages, texts } from './usage-messages';
import classes from './usage.module.css';

interface RefreshDevicesButtonProps {
  /** The number of devices, which is that of the calls. */
  devices: number;
  callsPerMinute: number;
  /** The calls left today; null: as many as the calls a minute allow. */
  callsLeft: number | null;
  /** "Refresh now": of everything. Otherwise the devices are named by their number. */
  isWholeFleet?: boolean;
  ids: () => readonly string[] | Promise<readonly string[]>;
  size?: 'xs' | 'compact-xs';
}

/** What became of a refresh. */
type Result = { fault: Fault } | { refreshed: number; failed: number };

/** Requests the last locations of some devices; its label names the price where too few calls are left. */
export function RefreshDevicesButton(props: RefreshDevicesButtonProps) {
  const {
    devices,
    callsPerMinute,
    callsLeft,
    isWholeFleet = false,
    ids,
    size = 'compact-xs',
  } = props;
  const { count, counted } = useFormat();
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  const close = () => setResult(null);
  const isOpen = result !== null;
  // The focus stays on the button, where the popover itself does not see the key.
  useEscape(useCallback(() => (isOpen ? setResult(null) : false), [isOpen]));
  const run = async () => {
    setAsking(false);
    setBusy(true);
    setResult(null);
    const outcome = await api.fleet.refreshMany({ ids: [...(await ids())] });
    setBusy(false);
    if (!outcome.ok) setResult({ fault: outcome.fault });
    else if (outcome.value.failed > 0) setResult(outcome.value);
  };
  const name = isWholeFleet
    ? texts.refreshNow
    : devices === 1
      ? texts.refreshThisDevice
      : messages.refreshThese(count(devices));
  const isShort = callsLeft !== null && devices > callsLeft;
  return (
    <span className={classes.refresh}>
      <Button
        size={size}
        variant="default"
        leftSection={<IconRefresh size={14} aria-hidden />}
        loading={isBusy}
        disabled={devices === 0}
        title={texts.requestsTheLastLocationOf}
        onClick={() => {
          if (isLongRefresh(devices, callsPerMinute)) setAsking(true);
          else void run();
        }}
      >
        {isShort ? messages.needsCalls(name, counted(devices, 'call'), count(callsLeft)) : name}
      </Button>
      {isAsking && (
        <RefreshQuestion
          devices={devices}
          callsPerMinute={callsPerMinute}
          onConfirm={() => void run()}
          onCancel={() => setAsking(false)}
        />
      )}
      {/* Not around the button, whose number changes with each letter of a search. */}
      {result && (
        <Popover opened onChange={close} position="bottom" withinPortal>
          <Popover.Target>
            <span className={classes.refreshAnchor} />
          </Popover.Target>
          <Popover.Dropdown>
            {'fault' in result ? (
              <FaultNotice fault={result.fault} context="open" onDismiss={close} />
            ) : (
              <Notice
                tone="warning"
                title={messages.couldNotBeRefreshed(counted(result.failed, 'device'))}
                onDismiss={close}
              >
                {messages.refusedOrGone(counted(result.refreshed, 'device'))}
              </Notice>
            )}
          </Popover.Dropdown>
        </Popover>
      )}
    </span>
  );
}

/** A refresh that takes longer is confirmed first. */
const longMinutes = 2;

/** Whether a refresh of so many devices, with one call each, is confirmed first. */
export const isLongRefresh = (devices: number, callsPerMinute: number): boolean =>
  callsPerMinute > 0 && devices > callsPerMinute * longMinutes;

interface RefreshQuestionProps {
  devices: number;
  callsPerMinute: number;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before a refresh that uses the calls of more than two minutes, and says how long it takes. */
export function RefreshQuestion(props: RefreshQuestionProps) {
  const { devices, callsPerMinute, onConfirm, onCancel } = props;
  const { counted } = useFormat();
  const time = duration((devices / callsPerMinute) * 60);
  return (
    <Dialog opened onClose={onCancel} title={messages.refreshQuestion(counted(devices, 'device'))}>
      <Text size="sm">
        {messages.refreshTakes(counted(devices, 'call'), time, counted(callsPerMinute, 'call'))}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {commonTexts.cancel}
        </Button>
        <Button onClick={onConfirm}>{messages.refreshDevices(counted(devices, 'device'))}</Button>
      </Group>
    </Dialog>
  );
}
