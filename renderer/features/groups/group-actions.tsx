import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { groupLabel, type Group } from '#shared/domain/group';
import { textKey } from '#shared/domain/text';
import { message, type Message } from '#shared/i18n/translate';
import {
  BulkForm,
  ListUnknown,
  useDevices,
  useGroups,
  useKnownGroups,
  usePlan,
} from '#features/edits';
import type { Format } from '#lib/format';
import { fieldWord } from '#lib/field-values';
import { showToast } from '#lib/toasts';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { SearchMultiSelect } from '#ui/search-select';
import type { TableSelection } from '#ui/selection';
import { createAccountStore } from '#lib/account-scope';
import {
  creationStep,
  groupProblems,
  hasGroupNamed,
  membershipSteps,
  type Membership,
} from './group-rules';
import classes from './groups.module.css';
import { PasteDialog } from './paste-devices';

interface GroupsView {
  view: 'groups' | 'devices';
  /** The group whose details are open. */
  selectedId: string | null;
}

/** What the page shows; it survives leaving the page. */
export const groupsView = createAccountStore<GroupsView>({ view: 'groups', selectedId: null });

export function showGroup(selectedId: string): void {
  groupsView.setState({ view: 'groups', selectedId });
  window.location.hash = '#/groups';
}

interface GroupActionsProps {
  selection: TableSelection;
  groups: readonly Group[];
}

/** The bulk actions on the selected groups. Each creates a plan to review. */
export function GroupActions({ selection, groups }: GroupActionsProps) {
  const { t } = useFormat();
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
          ? t('groups.unchanged.unknown', { groups: names })
          : t('groups.unchanged.help');
      showToast({ tone: 'info', title: t('groups.unchanged'), text });
      return;
    }
    const job = jobTitle(how, ids.length, chosen.map(groupLabel));
    void plan.run({
      title: names.length > 0 ? withoutGroups(job, names) : job,
      kind: 'group',
      steps,
      onStarted: selection.clear,
    });
  };
  const planDeletes = () =>
    void plan.run({
      title: message('groups.actions.delete', { count: chosen.length }),
      kind: 'group',
      onStarted: selection.clear,
      steps: chosen.map(({ id }) => ({ kind: 'group', action: 'delete', id })),
    });
  return (
    <>
      <ActionButton size="compact-sm" onClick={() => setAsking('add')}>
        {t('groups.actions.add')}
      </ActionButton>
      <ActionButton size="compact-sm" onClick={() => setAsking('remove')}>
        {t('groups.actions.remove')}
      </ActionButton>
      <ActionButton size="compact-sm" loading={plan.isBusy} onClick={planDeletes}>
        {t('common.delete')}
      </ActionButton>
      {asking && devices && (
        <PasteDialog
          devices={devices.rows}
          title={t(`groups.paste.title.${asking}`, { count: chosen.length })}
          confirm={(count) => t(`groups.paste.review.${asking}`, { count })}
          onConfirm={(ids) => planMembers(asking, ids)}
          onCancel={() => setAsking(null)}
        />
      )}
    </>
  );
}

/** So that a title stays readable. */
const namesInTitle = 5;

/** The title of the job that adds devices to groups, or removes them. */
const jobTitle = (how: Membership, count: number, groups: readonly string[]): Message =>
  groups.length > namesInTitle
    ? message(`groups.choose.${how}`, { count })
    : message(`groups.job.${how}`, { count, groups });

const withoutGroups = (job: Message, groups: readonly string[]): Message =>
  groups.length > namesInTitle
    ? message('groups.job.withoutMany', { job, count: groups.length })
    : message('groups.job.without', { job, groups });

interface ChooseGroupsProps {
  how: Membership;
  deviceIds: readonly string[];
  onClose: () => void;
}

/** Adds several devices to groups, existing or new ones, or removes them. */
export function ChooseGroups({ how, deviceIds, onClose }: ChooseGroupsProps) {
  const format = useFormat();
  const { t } = format;
  const groups = useGroups();
  const known = useKnownGroups();
  const [chosen, setChosen] = useState<string[]>([]);
  const [search, setSearch] = useState('');
  const chosenGroups = groups.filter(({ id }) => chosen.includes(id));
  const newNames = chosen.map(newGroupName).filter((name) => name !== null);
  const { steps: changes, skipped } = membershipSteps(chosenGroups, deviceIds, how);
  const steps = [...changes, ...newNames.map((name) => creationStep(name, deviceIds))];
  const names = [...chosenGroups.map(groupLabel), ...newNames];
  const title = jobTitle(how, deviceIds.length, names);
  const canCreate = how === 'add' && known.is === 'value';
  return (
    <BulkForm
      title={t(`groups.choose.${how}`, { count: deviceIds.length })}
      runLabel={t(`groups.choose.run.${how}`, { count: deviceIds.length })}
      plan={steps.length > 0 ? { title, kind: 'group', steps } : null}
      onClose={onClose}
    >
      {/* With room for the list below the field, so that it covers no button. */}
      <div className={classes.groupChoice}>
        <SearchMultiSelect
          label={t('common.groups')}
          data={groupOptions(groups, chosen, canCreate ? search : '', format)}
          value={chosen}
          onChange={setChosen}
          onSearch={setSearch}
          nothingFoundMessage={t('groups.choose.noMatch')}
          maxDropdownHeight={180}
          comboboxProps={{ position: 'bottom', middlewares: { flip: false, shift: false } }}
          data-autofocus
        />
      </div>
      <Text size="sm" component="div" aria-live="polite">
        <ListUnknown name="groups" known={known} />
        {known.is === 'value' && groups.length === 0 && <div>{t('groups.choose.noGroups')}</div>}
        {chosen.length > 0 && <div>{t('groups.choose.willChange', { count: steps.length })}</div>}
        {skipped.length > 0 && (
          <div>{t('groups.choose.skipped', { groups: skipped.map(groupLabel) })}</div>
        )}
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
  { t }: Format,
): { value: string; label: string }[] {
  const options = groups.map((group) => ({ value: group.id, label: groupLabel(group) }));
  const names = chosen.map(newGroupName).filter((name) => name !== null);
  const added = names.map((name) => ({
    value: `${prefix}${name}`,
    label: t('groups.choose.new', { name }),
  }));
  const name = typed.trim();
  const key = textKey(name);
  const isOffered =
    key !== '' && !hasGroupNamed(groups, name) && !names.some((each) => textKey(each) === key);
  const offered = isOffered
    ? [{ value: `${prefix}${name}`, label: t('groups.choose.create', { name }) }]
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
  const { t } = format;
  const groups = useGroups();
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const problem = hasGroupNamed(groups, name)
    ? t('groups.new.taken', { name })
    : name !== '' && groupProblems({ name }, null, format).get('name');
  const steps = [creationStep(name, deviceIds)];
  return (
    <BulkForm
      title={t('groups.new.title', { count: deviceIds.length })}
      runLabel={t('groups.new.create')}
      plan={
        name !== '' && !problem
          ? { title: message('groups.job.create', { name }), kind: 'group', steps }
          : null
      }
      onClose={onClose}
    >
      <TextInput
        label={fieldWord('group', 'name', format)}
        value={typed}
        error={problem}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
    </BulkForm>
  );
}
