import { Button, Group as Row, Modal, MultiSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { groupLabel } from '#shared/domain/group';
import { ListUnknown, useGroups, useKnownGroups } from '#features/records';
import { planJob } from '#features/jobs';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { membershipSteps } from './membership-steps';

interface ChooseGroupsProps {
  how: 'add' | 'remove';
  deviceIds: readonly string[];
  onClose: () => void;
}

/** Plans adding several devices to groups or removing them. */
export function ChooseGroups({ how, deviceIds, onClose }: ChooseGroupsProps) {
  const groups = useGroups();
  const known = useKnownGroups();
  const [chosen, setChosen] = useState<string[]>([]);
  const { counted } = useFormat();
  const which = counted(deviceIds.length, 'device');
  const title = how === 'add' ? `Add ${which} to groups` : `Remove ${which} from groups`;
  const chosenGroups = groups.filter(({ id }) => chosen.includes(id));
  const { steps, skipped } = membershipSteps(chosenGroups, deviceIds, how);
  const plan = useAction(() => planJob(title, 'group', steps));
  const submit = async () => {
    if (await plan.run()) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <MultiSelect
        label="Groups"
        searchable
        data={groups.map((group) => ({ value: group.id, label: groupLabel(group) }))}
        value={chosen}
        onChange={setChosen}
        nothingFoundMessage="No matching group"
        data-autofocus
      />
      <Text size="sm" mt="sm" aria-live="polite">
        <ListUnknown name="groups" known={known} />
        {known.is === 'value' && groups.length === 0 && 'This account has no groups yet.'}
        {chosen.length > 0 && `${counted(steps.length, 'group')} will change.`}
        {skipped.length > 0 &&
          ` Skipped because their members are not known: ${skipped.map(groupLabel).join(', ')}.`}
      </Text>
      {plan.fault && <FaultNotice fault={plan.fault} context="open" />}
      <Row justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={steps.length === 0} loading={plan.isBusy} onClick={() => void submit()}>
          Create plan…
        </Button>
      </Row>
    </Modal>
  );
}
