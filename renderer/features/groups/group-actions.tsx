import { Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { groupLabel, type Group } from '#shared/domain/group';
import { textKey } from '#shared/domain/text';
import {
  BulkForm,
  ListUnknown,
  useDevices,
  useGroups,
  useKnownGroups,
  usePlan,
} from '#features/edits';
import { commonTexts } from '#lib/common-texts';
import { showToast } from '#lib/toasts';
import { useFormat } from '#lib/use-format';
import { SearchMultiSelect } from '#ui/search-select';
import type { TableSelection } from '#ui/selection';
import { creationStep, groupProblems, hasGroupNamed, membershipSteps } from './group-rules';
import { groupMessages, texts, type Membership } from './groups-texts';
import classes from './groups.module.css';
import { PasteDialog } from './paste-devices';

interface GroupActionsProps {
  selection: TableSelection;
  groups: readonly Group[];
}

/** The bulk actions on the selected groups. Each creates a plan to review. */
export function GroupActions({ selection, groups }: GroupActionsProps) {
  const format = useFormat();
  const devices = useDevices();
  const [asking, setAsking] = useState<Membership | null>(null);
  const plan = usePlan();
  const chosen = groups.filter(({ id }) => selection.ids.has(id));
  const planMembers = (how: Membership, ids: readonly string[]) => {
    setAsking(null);
    const { steps, skipped } = membershipSteps(chosen, ids, how);
    const names = skipped.map(groupLabel);
    if (steps.length === 0) {
      const text =
        names.length > 0
          ? groupMessages.nothingChangesWithout(names)
          : groupMessages.nothingChanges;
      showToast({ tone: 'info', title: texts.nothingToChange, text });
      return;
    }
    const title = groupMessages.jobTitle(how, ids.length, chosen.map(groupLabel), format);
    void plan.run({
      title: names.length > 0 ? groupMessages.without(title, names) : title,
      kind: 'group',
      steps,
      onStarted: selection.clear,
    });
  };
  const planDeletes = () =>
    void plan.run({
      title: groupMessages.deleteTitle(chosen.length, format),
      kind: 'group',
      onStarted: selection.clear,
      steps: chosen.map(({ id }) => ({ kind: 'group', action: 'delete', id })),
    });
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setAsking('add')}>
        {texts.addDevices}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => setAsking('remove')}>
        {texts.removeDevices}
      </Button>
      <Button size="compact-sm" variant="default" loading={plan.isBusy} onClick={planDeletes}>
        {commonTexts.delete}
      </Button>
      {asking && devices && (
        <PasteDialog
          devices={devices.rows}
          title={groupMessages.pasteTitle[asking](chosen.length, format)}
          confirm={(count) => groupMessages.reviewMembers[asking](count, format)}
          onConfirm={(ids) => planMembers(asking, ids)}
          onCancel={() => setAsking(null)}
        />
      )}
    </>
  );
}

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
  const chosenGroups = groups.filter(({ id }) => chosen.includes(id));
  const newNames = chosen.map(newGroupName).filter((name) => name !== null);
  const { steps: changes, skipped } = membershipSteps(chosenGroups, deviceIds, how);
  const steps = [...changes, ...newNames.map((name) => creationStep(name, deviceIds))];
  const names = [...chosenGroups.map(groupLabel), ...newNames];
  const title = groupMessages.jobTitle(how, deviceIds.length, names, format);
  const canCreate = how === 'add' && known.is === 'value';
  return (
    <BulkForm
      title={groupMessages.dialogTitle[how](deviceIds.length, format)}
      runLabel={groupMessages.runLabel[how](deviceIds.length, format)}
      plan={steps.length > 0 ? { title, kind: 'group', steps } : null}
      onClose={onClose}
    >
      {/* With room for the list below the field, so that it covers no button. */}
      <div className={classes.groupChoice}>
        <SearchMultiSelect
          label={groupMessages.groups}
          data={groupOptions(groups, chosen, canCreate ? search : '')}
          value={chosen}
          onChange={setChosen}
          onSearch={setSearch}
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
    </BulkForm>
  );
}

const prefix = 'new:';

/** The name of the group that an option creates; null: it is an existing group. */
export const newGroupName = (value: string): string | null =>
  value.startsWith(prefix) ? value.slice(prefix.length) : null;

/** The groups as options, and the group that the typed name would create. */
export function groupOptions(
  groups: readonly Group[],
  chosen: readonly string[],
  typed: string,
): { value: string; label: string }[] {
  const options = groups.map((group) => ({ value: group.id, label: groupLabel(group) }));
  const names = chosen.map(newGroupName).filter((name) => name !== null);
  const added = names.map((name) => ({
    value: `${prefix}${name}`,
    label: groupMessages.newOption(name),
  }));
  const name = typed.trim();
  const key = textKey(name);
  const isOffered =
    key !== '' && !hasGroupNamed(groups, name) && !names.some((each) => textKey(each) === key);
  const offered = isOffered
    ? [{ value: `${prefix}${name}`, label: groupMessages.createOption(name) }]
    : [];
  return [...options, ...added, ...offered];
}

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
    : name !== '' && groupProblems({ name }, null).get('name');
  const steps = [creationStep(name, deviceIds)];
  return (
    <BulkForm
      title={groupMessages.newGroupTitle(deviceIds.length, format)}
      runLabel={groupMessages.createGroup}
      plan={
        name !== '' && !problem
          ? { title: groupMessages.createTitle(name), kind: 'group', steps }
          : null
      }
      onClose={onClose}
    >
      <TextInput
        label={groupMessages.name}
        value={typed}
        error={problem}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        data-autofocus
      />
    </BulkForm>
  );
}
