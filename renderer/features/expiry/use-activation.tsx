import { useState, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import type { Fault } from '#shared/fault';
import { sendEdit } from '#features/edits';
import { useAccountZone } from '#features/settings';
import { clock } from '#lib/clock';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import {
  isPastDate,
  passedDateAfter,
  passedDateText,
  type PassedDate,
} from './activation-messages';
import type { ExpiryRow } from './expiry-rows';
import { messages } from './expiry-messages';
import { texts } from './expiry-texts';

type Result = { row: ExpiryRow } & (
  | { status: 'activated'; passed: PassedDate }
  | { status: 'changed' }
  | { status: 'refused'; fault: Fault }
);

export interface Activation {
  /** The device that is being activated. */
  busyId: string | null;
  activate: (row: ExpiryRow) => void;
  notice: ReactNode;
}

/**
 * Activates one expired device at a time. It uses a free licence, or the service refuses. `onSetDate`
 * opens what sets a new date; null: the service takes none.
 */
export function useActivation(onSetDate: ((row: ExpiryRow) => void) | null): Activation {
  const { zone } = useAccountZone();
  const [busyId, setBusyId] = useState<string | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const activate = async (row: ExpiryRow) => {
    if (busyId !== null) return;
    setBusyId(row.id);
    setResult(null);
    const outcome = await sendEdit({ kind: 'limits', action: 'activate', id: row.id });
    setBusyId(null);
    if (!outcome.ok) return setResult({ status: 'refused', row, fault: outcome.fault });
    if (outcome.value.status !== 'saved') return setResult({ status: 'changed', row });
    const passed = passedDateAfter(row.device, outcome.value.record, zone, clock.now());
    setResult({ status: 'activated', row, passed });
  };
  const dismiss = () => setResult(null);
  return {
    busyId,
    activate: (row) => void activate(row),
    notice: result && (
      <ActivationNotice
        result={result}
        setDate={setDateButton(result, onSetDate, zone, dismiss)}
        onDismiss={dismiss}
      />
    ),
  };
}

/** The way on, if a date that has passed is left over or was the reason; null: there is none. */
function setDateButton(
  result: Result,
  onSetDate: ((row: ExpiryRow) => void) | null,
  zone: string,
  dismiss: () => void,
): ReactNode {
  const { row } = result;
  const isLeft =
    result.status === 'activated'
      ? result.passed !== null
      : result.status === 'refused' && isPastDate(row.device, zone, clock.now());
  if (!isLeft || onSetDate === null) return null;
  const open = () => {
    dismiss();
    onSetDate(row);
  };
  return (
    <Button size="compact-xs" variant="default" onClick={open}>
      {texts.setNewDate}
    </Button>
  );
}

interface NoticeProps {
  result: Result;
  setDate: ReactNode;
  onDismiss: () => void;
}

function ActivationNotice({ result, setDate, onDismiss }: NoticeProps) {
  const { label } = result.row;
  if (result.status === 'refused') {
    return (
      <div>
        <strong>
          {result.fault.kind === 'declined'
            ? messages.activationNotConfirmed(label)
            : messages.notActivated(label)}
        </strong>
        <FaultNotice fault={result.fault} context="open" actions={setDate} onDismiss={onDismiss} />
      </div>
    );
  }
  const passed = result.status === 'activated' ? result.passed : null;
  return (
    <Notice
      tone="info"
      title={
        result.status === 'activated'
          ? messages.activeAgain(label)
          : messages.someoneElseChanged(label)
      }
      actions={setDate}
      onDismiss={onDismiss}
    >
      {passed && (
        <div>
          {passedDateText(passed)} {setDate && texts.setNewDateQuestion}
        </div>
      )}
    </Notice>
  );
}
