import { Button, Group as Row } from '@mantine/core';
import type { ReactNode } from 'react';
import { commonTexts } from '#lib/common-texts';
import { useAction } from '#lib/use-action';
import { Dialog } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import { deleteTitle, recordMessages } from './record-messages';
import { sendEdit } from './send-edit';

interface DeleteRecordProps {
  kind: 'user' | 'group';
  id: string;
  /** The name of the record. */
  name: string;
  /** What the deletion changes for others. */
  children: ReactNode;
  size?: 'lg';
  /** `journalId` is null if someone else had already deleted the record. */
  onDeleted: (journalId: string | null) => void;
  onCancel: () => void;
}

/** Asks for confirmation and deletes a record with its draft. */
export function DeleteRecord(props: DeleteRecordProps) {
  const { kind, id, name, size, onDeleted, onCancel } = props;
  const remove = useAction(async () => {
    const outcome = await sendEdit({ kind, action: 'delete', id, draft: `${kind}:${id}` });
    if (outcome.ok) onDeleted(outcome.value.journalId);
    else if (outcome.fault.kind === 'notFound') onDeleted(null);
    return outcome;
  });
  return (
    <Dialog opened onClose={onCancel} size={size} title={deleteTitle(name)}>
      {props.children}
      {remove.fault && <FaultNotice fault={remove.fault} context="open" />}
      <Row justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {commonTexts.cancel}
        </Button>
        <Button color="red.9" loading={remove.isBusy} onClick={() => void remove.run()}>
          {recordMessages[kind].confirmDelete}
        </Button>
      </Row>
    </Dialog>
  );
}
