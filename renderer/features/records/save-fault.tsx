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
  /** Creates a new record from the draft. */
  onCreateAnew: () => void;
  onDiscard: () => void;
}

/** Faults after which main checked whether the record was created, and did not find it. */
const unsure: ReadonlySet<Fault['kind']> = new Set(['offline', 'busy', 'notThisService']);

/** Why a draft could not be saved, and the possible actions. */
export function SaveFault(props: SaveFaultProps) {
  const { fault, noun, isNew, onDismiss } = props;
  if (fault.kind === 'notFound' && !isNew) {
    return (
      <Notice
        tone="warning"
        title={`Someone else deleted this ${noun}`}
        isAlert
        actions={
          <>
            <Button size="xs" variant="default" onClick={props.onDiscard}>
              Discard my changes
            </Button>
            <Button size="xs" onClick={props.onCreateAnew}>
              Create again
            </Button>
          </>
        }
        onDismiss={onDismiss}
      >
        Nothing was saved. Your changes are stored as a draft. A {noun} that is created again has a
        new id.
      </Notice>
    );
  }
  return (
    <>
      <FaultNotice fault={fault} context="open" onDismiss={onDismiss} />
      {isNew && unsure.has(fault.kind) && (
        <Notice tone="info" title={`Trying again will not create a second ${noun}`}>
          The service did not respond, so Waypost checked whether the {noun} was created, and did
          not find it. The draft is kept. Save checks again before it sends anything.
        </Notice>
      )}
    </>
  );
}
