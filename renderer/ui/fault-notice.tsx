import { Button } from '@mantine/core';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { type FaultContext, faultText } from '#lib/faults';
import type { Format } from '#lib/format';
import { CodeNotLoaded } from '#lib/lazy-page';
import { useFormat } from '#lib/use-format';
import type { Fault } from '#shared/fault';
import { Notice, type NoticeItem } from './notice';

interface FaultNoticeProps {
  fault: Fault;
  context: FaultContext;
  actions?: ReactNode;
  onDismiss?: () => void;
}

/** A fault as an alert: what happened, whether anything was lost, what to do. */
export function FaultNotice({ fault, context, ...more }: FaultNoticeProps) {
  return <Notice {...faultNotice(fault, context, useFormat())} {...more} />;
}

/** What a notice says about a fault. */
export function faultNotice(
  fault: Fault,
  context: FaultContext,
  format: Format,
): Omit<NoticeItem, 'id' | 'onDismiss'> {
  const { title, what, lost, todo, details = [] } = faultText(fault, context, format);
  return {
    tone: 'fault',
    title,
    isAlert: true,
    children: (
      <>
        <div>{what}</div>
        <div>
          {lost} {todo}
        </div>
        {details.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </>
    ),
  };
}

type Pane = 'window' | 'page' | 'fleet' | 'details' | 'table' | 'map';

interface PaneBoundaryProps {
  pane: Pane;
  children: ReactNode;
}

interface PaneBoundaryState {
  reference: string | null;
  error: unknown;
}

/** Error boundary: an error in one pane does not affect the rest of the window. */
export class PaneBoundary extends Component<PaneBoundaryProps, PaneBoundaryState> {
  override state: PaneBoundaryState = { reference: null, error: null };

  static getDerivedStateFromError(error: unknown): PaneBoundaryState {
    return { reference: crypto.randomUUID().slice(0, 8), error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    // With the reference that the user sees, to find the error in the log.
    const where = `${this.props.pane} (${this.state.reference})${info.componentStack ?? ''}`;
    reportError(new Error(where, { cause: error }));
  }

  override render() {
    const { reference, error } = this.state;
    if (reference === null) return this.props.children;
    return (
      <div className="waypost-pane-fault">
        <FaultNotice
          fault={{ kind: 'bug', reference }}
          context="open"
          actions={
            <ReloadButton
              pane={this.props.pane}
              onClick={() => {
                if (error instanceof CodeNotLoaded) window.location.reload();
                else this.setState({ reference: null, error: null });
              }}
            />
          }
        />
      </div>
    );
  }
}

function ReloadButton({ pane, onClick }: { pane: Pane; onClick: () => void }) {
  const { t } = useFormat();
  return (
    <Button size="xs" onClick={onClick}>
      {t(`ui.reload.${pane}`)}
    </Button>
  );
}
