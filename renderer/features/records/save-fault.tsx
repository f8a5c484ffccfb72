import { Button } from '@mantine/core';
import type { Fault } from '#shared/fault';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';

interface SaveFaultProps {
  fault: Fault;
  /** "group", "user". */
  noun: string;
  isNew: boolean;
  onDismiss: () => void;
  /** Makes a new record out of the draft. */
  onCreateAnew: () => void;
  onDiscard: () => void;
}

/** Faults after which main has looked whether the record came to be, and did not find it. */
const unsure: ReadonlySet<Fault['kind']> = new Set(['offline', 'busy', 'notThisService']);

/** Why a draft could not be saved, and what can be done with it now. */
export function SaveFault(props: SaveFaultProps) {
  const { fault, noun, isNew, onDismiss } = props;
  if (fault.kind === 'notFound' && !isNew) {
    return (
      <Notice
        tone="warning"
        title={`Somebody deleted this ${noun} meanwhile`}
        isAlert
        actions={
          <>
            <Button size="xs" variant="default" onClick={props.onDiscard}>
              Discard my changes
            </Button>
            <Button size="xs" onClick={props.onCreateAnew}>
              Create it anew
            </Button>
          </>
        }
        onDismiss={onDismiss}
      >
        Nothing was saved; your changes are kept as a draft. Created anew, it has another id.
      </Notice>
    );
  }
  return (
    <>
      <FaultNotice fault={fault} context="open" onDismiss={onDismiss} />
      {isNew && unsure.has(fault.kind) && (
        <Notice tone="info" title={`No second ${noun} will come of trying again`}>
          No answer came, so Waypost looked whether the {noun} was created all the same, and did not
          find it. The draft is kept; Save looks once more before it sends anything.
        </Notice>
      )}
    </>
  );
}
