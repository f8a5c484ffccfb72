import { MultiSelect, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { groupLabel, type Group } from '#shared/domain/group';
import type { JobStep } from '#shared/domain/job';
import { ListUnknown, useGroups, useKnownGroups } from '#features/edits';
import { BulkButtons, planAndRun, planJob } from '#features/activity';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { Dialog } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import { groupMessages, type Membership } from './group-messages';
import classes from './groups.module.css';
import { membershipSteps } from './membership-steps';
import { groupOptions, newGroupName } from './new-group-option';

interface ChooseGroupsProps {
  how: Membership;
  deviceIds: readonly string[];
  onClose: () => void;
}

/** Adds several devices to groups, existing or new ones, or removes them. */
export function ChooseGroups({ how, deviceIds, onClose }: ChooseGroupsProps) {
  const format = useFormat();
  const groups = useGroups();
  const known = useKnownGroups();
  const [chosen, setChosen] = useState<string[]>([]);
  const [search, setSearch] = useState('');
  const { steps, skipped, names } = stepsFor(groups, chosen, deviceIds, how);
  const title = groupMessages.jobTitle(how, deviceIds.length, names, format);
  const plan = useAction((start: typeof planJob) => start({ title, kind: 'group', steps }));
  const submit = async (start: typeof planJob) => {
    if (steps.length > 0 && (await plan.run(start))) onClose();
  };
  const canCreate = how === 'add' && known.is === 'value';
  return (
    <Dialog
      opened
      onClose={onClose}
      title={groupMessages.dialogTitle(how, deviceIds.length, format)}
    >
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit(planAndRun);
        }}
      >
        {/* With room for the list below the field, so that it covers no button. */}
        <div className={classes.groupChoice}>
          <MultiSelect
            label={groupMessages.groups}
            searchable
            data={groupOptions(groups, chosen, canCreate ? search : '')}
            value={chosen}
            onChange={setChosen}
            searchValue={search}
            onSearchChange={setSearch}
            // Enter takes the best match of what was typed; without a text it starts the action.
            selectFirstOptionOnChange={search !== ''}
            nothingFoundMessage={groupMessages.noMatch}
            maxDropdownHeight={180}
            comboboxProps={{ position: 'bottom', middlewares: { flip: false, shift: false } }}
            data-autofocus
          />
        </div>
        <Text size="sm" component="div" aria-live="polite">
          <ListUnknown name="groups" known={known} />
          {known.is === 'value' && groups.length === 0 && <div>{groupMessages.noGroups}</div>}
          {chosen.length > 0 && <div>{groupMessages.willChange(steps.length, format)}</div>}
          {skipped.length > 0 && <div>{groupMessages.skipped(skipped.map(groupLabel))}</div>}
        </Text>
        {plan.fault && <FaultNotice fault={plan.fault} context="open" />}
        <BulkButtons
          runLabel={groupMessages.runLabel(how, deviceIds.length, format)}
          isReady={steps.length > 0}
          isBusy={plan.isBusy}
          onReview={() => void submit(planJob)}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

/** The steps for the chosen groups; the new ones are created with the devices as members. */
function stepsFor(
  groups: readonly Group[],
  chosen: readonly string[],
  deviceIds: readonly string[],
  how: Membership,
): { steps: JobStep[]; skipped: Group[]; names: string[] } {
  const chosenGroups = groups.filter(({ id }) => chosen.includes(id));
  const newNames = chosen.map(newGroupName).filter((name) => name !== null);
  const { steps, skipped } = membershipSteps(chosenGroups, deviceIds, how);
  const created = newNames.map((name): JobStep => ({
    kind: 'group',
    action: 'create',
    edit: { name, deviceIds: [...new Set(deviceIds)] },
  }));
  return {
    steps: [...steps, ...created],
    skipped,
    names: [...chosenGroups.map(groupLabel), ...newNames],
  };
}
