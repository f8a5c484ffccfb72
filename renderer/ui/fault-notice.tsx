import type { ReactNode } from 'react';
import type { Fault } from '#shared/fault';
import { faultText, type FaultContext } from '#lib/fault-text';
import { Notice } from './notice';

interface FaultNoticeProps {
  fault: Fault;
  context: FaultContext;
  actions?: ReactNode;
  onDismiss?: () => void;
}

/** A fault as an alert: what happened, whether anything was lost, what to do. */
export function FaultNotice({ fault, context, actions, onDismiss }: FaultNoticeProps) {
  const { title, what, lost, todo, details = [] } = faultText(fault, context);
  return (
    <Notice tone="fault" title={title} isAlert actions={actions} onDismiss={onDismiss}>
      <div>{what}</div>
      <div>
        {lost} {todo}
      </div>
      {details.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Notice>
  );
}
