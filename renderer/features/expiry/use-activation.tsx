import { useState, type ReactNode } from 'react';
import type { Fault } from '#shared/fault';
import { sendEdit } from '#features/records';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import type { ExpiryRow } from './expiry-rows';
import { messages } from './expiry-messages';

type Result =
  | { status: 'activated' | 'changed'; label: string }
  | { status: 'refused'; label: string; fault: Fault };

export interface Activation {
  /** The device that is being activated. */
  busyId: string | null;
  activate: (row: ExpiryRow) => void;
  notice: ReactNode;
}

/** Activates one expired device at a time. It uses a free licence, or the service refuses. */
export function useActivation(): Activation {
  const [busyId, setBusyId] = useState<string | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const activate = async ({ id, label }: ExpiryRow) => {
    if (busyId !== null) return;
    setBusyId(id);
    setResult(null);
    const outcome = await sendEdit({ kind: 'limits', action: 'activate', id });
    setBusyId(null);
    if (!outcome.ok) return setResult({ status: 'refused', label, fault: outcome.fault });
    const isSaved = outcome.value.status === 'saved';
    setResult({ status: isSaved ? 'activated' : 'changed', label });
  };
  const dismiss = () => setResult(null);
  return {
    busyId,
    activate: (row) => void activate(row),
    notice: result && <ActivationNotice result={result} onDismiss={dismiss} />,
  };
}

function ActivationNotice({ result, onDismiss }: { result: Result; onDismiss: () => void }) {
  if (result.status === 'refused') {
    return (
      <div>
        <strong>
          {result.fault.kind === 'declined'
            ? messages.activationNotConfirmed(result.label)
            : messages.notActivated(result.label)}
        </strong>
        <FaultNotice fault={result.fault} context="open" onDismiss={onDismiss} />
      </div>
    );
  }
  return (
    <Notice
      tone="info"
      title={
        result.status === 'activated'
          ? messages.activeAgain(result.label)
          : messages.someoneElseChanged(result.label)
      }
      onDismiss={onDismiss}
    />
  );
}
