import { Button } from '@mantine/core';
import type { Fault } from '#shared/fault';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import type { EditedKind } from './draft-after';
import { recordMessages } from './record-messages';
import { texts } from './records-texts';

interface SaveFaultProps {
  fault: Fault;
  kind: EditedKind;
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
  const { fault, isNew, onDismiss } = props;
  const messages = recordMessages[props.kind];
  if (fault.kind === 'notFound' && !isNew) {
    return (
      <Notice
        tone="warning"
        title={messages.deletedByOthers}
        isAlert
        actions={
          <>
            <Button size="xs" variant="default" onClick={props.onDiscard}>
              {texts.discardMyChanges}
            </Button>
            <Button size="xs" onClick={props.onCreateAnew}>
              {texts.createAgain}
            </Button>
          </>
        }
        onDismiss={onDismiss}
      >
        {messages.createdAgain}
      </Notice>
    );
  }
  return (
    <>
      <FaultNotice fault={fault} context="open" onDismiss={onDismiss} />
      {isNew && unsure.has(fault.kind) && (
        <Notice tone="info" title={messages.safeToRepeat}>
          {messages.notCreated}
        </Notice>
      )}
    </>
  );
}
