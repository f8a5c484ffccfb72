import { TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { BulkButtons, planAndRun, planJob } from '#features/activity';
import { useGroups } from '#features/edits';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { Dialog } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import { groupMessages } from './group-messages';
import { groupProblems } from './group-rules';
import { hasGroupNamed } from './new-group-option';

interface NewGroupDialogProps {
  deviceIds: readonly string[];
  onClose: () => void;
}

/** Creates a group of the selected devices. */
export function NewGroupDialog({ deviceIds, onClose }: NewGroupDialogProps) {
  const format = useFormat();
  const groups = useGroups();
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const problem = hasGroupNamed(groups, name)
    ? groupMessages.nameTaken(name)
    : name !== '' && groupProblems({ name }, true).get('name');
  const plan = useAction((start: typeof planJob) =>
    start({
      title: groupMessages.createTitle(name),
      kind: 'group',
      steps: [
        { kind: 'group', action: 'create', edit: { name, deviceIds: [...new Set(deviceIds)] } },
      ],
    }),
  );
  const isReady = name !== '' && !problem;
  const submit = async (start: typeof planJob) => {
    if (isReady && (await plan.run(start))) onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={groupMessages.newGroupTitle(deviceIds.length, format)}>
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit(planAndRun);
        }}
      >
        <TextInput
          label={groupMessages.name}
          value={typed}
          error={problem}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
        {plan.fault && <FaultNotice fault={plan.fault} context="open" />}
        <BulkButtons
          runLabel={groupMessages.createGroup}
          isReady={isReady}
          isBusy={plan.isBusy}
          onReview={() => void submit(planJob)}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
