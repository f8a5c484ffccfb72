import { Menu, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { isCalendarDay } from '#shared/domain/calendar';
import type { UserEdit } from '#shared/domain/edit';
import { groupLabel, type Group } from '#shared/domain/group';
import { validityMoment, type User } from '#shared/domain/user';
import { message, type Message } from '#shared/i18n/translate';
import type { PlanRequest } from '#features/activity';
import { BulkForm, listGapText, useGroups, useKnownGroups, usePlan } from '#features/edits';
import { useAccountZone } from '#features/settings';
import { fieldWord } from '#lib/field-values';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { DateField } from '#ui/date-field';
import { SearchSelect, SearchTags } from '#ui/search-select';
import type { TableSelection } from '#ui/selection';
import { Extensions, useKnownPrivileges } from './user-fields';

/** The bulk actions in the menu; deleting has its own button. */
const bulkActions = [
  'disable',
  'enable',
  'setGroup',
  'setExpiry',
  'addPrivilege',
  'removePrivilege',
] as const;
export type BulkActionKind = (typeof bulkActions)[number];

/** What the button of a dialog does. */
const runLabels = {
  disable: 'users.bulk.title.disable',
  enable: 'users.bulk.title.enable',
  setGroup: 'users.bulk.run.setGroup',
  setExpiry: 'users.bulk.run.setExpiry',
  addPrivilege: 'users.bulk.run.addPrivilege',
  removePrivilege: 'users.bulk.run.removePrivilege',
} as const;

interface UserActionsProps {
  selection: TableSelection;
  users: readonly User[];
}

/** The bulk actions on the selected users. Each creates a plan to review. */
export function UserActions({ selection, users }: UserActionsProps) {
  const { t } = useFormat();
  const context = usePlanContext();
  const chosen = users.filter(({ id }) => selection.ids.has(id));
  const [asking, setAsking] = useState<BulkActionKind | null>(null);
  const plan = usePlan();
  const choose = (kind: BulkActionKind) => {
    const complete = kind === 'enable' ? planUserChange(kind, chosen, '', context) : null;
    if (complete) void plan.run({ ...complete, onStarted: selection.clear });
    else setAsking(kind);
  };
  const planDeletes = () =>
    void plan.run({
      title: message('users.job.delete', { count: chosen.length }),
      kind: 'user',
      onStarted: selection.clear,
      steps: chosen.map(({ id }) => ({ kind: 'user', action: 'delete', id })),
    });
  return (
    <>
      <Menu position="bottom-end" withArrow>
        <Menu.Target>
          <ActionButton
            size="compact-sm"
            loading={plan.isBusy}
            rightSection={<IconChevronDown size={13} aria-hidden />}
          >
            {t('users.bulk.change')}
          </ActionButton>
        </Menu.Target>
        <Menu.Dropdown>
          {bulkActions.map((kind) => (
            <Menu.Item key={kind} onClick={() => choose(kind)}>
              {t(`users.bulk.${kind}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ActionButton size="compact-sm" onClick={planDeletes}>
        {t('common.delete')}
      </ActionButton>
      {asking && (
        <BulkDialog
          key={asking}
          kind={asking}
          users={chosen}
          onStarted={selection.clear}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}

interface PlanContext {
  groups: readonly Group[];
  zone: string;
  format: Format;
}

function usePlanContext(): PlanContext {
  return { groups: useGroups(), zone: useAccountZone().zone, format: useFormat() };
}

/**
 * The plan of a bulk action with the entered text: a message, the id of a group, a day or a privilege;
 * null if it is missing or invalid. The planner reports users for whom nothing would change.
 */
export function planUserChange(
  kind: BulkActionKind,
  users: readonly User[],
  text: string,
  { groups, zone, format }: PlanContext,
): PlanRequest | null {
  const count = users.length;
  const plan = (title: Message, editOf: (user: User) => UserEdit): PlanRequest => ({
    title,
    kind: 'user',
    runLabel: (rows, { t }) => t(runLabels[kind], { count: rows }),
    steps: users.map((user) => ({
      kind: 'user',
      action: 'change',
      id: user.id,
      edit: editOf(user),
    })),
  });
  switch (kind) {
    case 'disable': {
      const disabledMessage = text.trim();
      const edit = { disabled: true, ...(disabledMessage && { disabledMessage }) };
      return plan(message('users.bulk.title.disable', { count }), () => edit);
    }
    case 'enable':
      return plan(message('users.bulk.title.enable', { count }), () => ({ disabled: false }));
    case 'setGroup': {
      const group = groups.find(({ id }) => id === text);
      const title = group
        ? message('users.job.setGroup', { count, group: groupLabel(group) })
        : message('users.job.clearGroup', { count });
      return plan(title, () => ({ group: text || null }));
    }
    case 'setExpiry': {
      if (text === '') {
        const title = message('users.job.removeExpiry', { count });
        return plan(title, () => ({ expiresAt: null }));
      }
      if (!isCalendarDay(text)) return null;
      const expiresAt = validityMoment('expiresAt', text, zone);
      const title = message('users.job.setExpiry', { count, day: format.calendarDay(text) });
      return plan(title, () => ({ expiresAt }));
    }
    case 'addPrivilege':
    case 'removePrivilege':
      if (text === '') return null;
      return plan(message(`users.job.${kind}`, { count, privilege: text }), ({ privileges }) => ({
        privileges:
          kind === 'addPrivilege'
            ? [...new Set([...privileges, text])]
            : privileges.filter((privilege) => privilege !== text),
      }));
  }
}

interface BulkDialogProps {
  kind: BulkActionKind;
  users: readonly User[];
  onStarted: () => void;
  onClose: () => void;
}

/** Asks for the value of a bulk action. */
function BulkDialog({ kind, users, onStarted, onClose }: BulkDialogProps) {
  const { t } = useFormat();
  const context = usePlanContext();
  const [text, setText] = useState('');
  const plan = planUserChange(kind, users, text, context);
  return (
    <BulkForm
      title={t(`users.bulk.title.${kind}`, { count: users.length })}
      runLabel={t(runLabels[kind], { count: users.length })}
      plan={plan && { ...plan, onStarted }}
      onClose={onClose}
    >
      <BulkField kind={kind} text={text} onChange={setText} />
    </BulkForm>
  );
}

interface BulkFieldProps {
  kind: BulkActionKind;
  text: string;
  onChange: (text: string) => void;
}

function BulkField({ kind, text, onChange }: BulkFieldProps) {
  const format = useFormat();
  const { t } = format;
  const groups = useGroups();
  const list = useKnownGroups();
  const privileges = useKnownPrivileges();
  const { zone } = useAccountZone();
  switch (kind) {
    case 'disable':
      return (
        <TextInput
          label={fieldWord('user', 'disabledMessage', format)}
          description={t('users.bulk.messageHelp')}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          data-autofocus
        />
      );
    case 'setGroup':
      return (
        <SearchSelect
          label={fieldWord('user', 'group', format)}
          clearable
          clearButtonProps={{ 'aria-label': t('users.editor.clearGroup') }}
          placeholder={t('users.editor.noGroup')}
          nothingFoundMessage={
            listGapText('groups', list, format) ?? t('users.editor.noMatchingGroup')
          }
          data={groups.map((each) => ({ value: each.id, label: groupLabel(each) }))}
          value={text || null}
          onChange={(chosen) => onChange(chosen ?? '')}
          data-autofocus
        />
      );
    case 'setExpiry':
      return (
        <div>
          <DateField
            label={fieldWord('user', 'expiresAt', format)}
            description={
              isCalendarDay(text)
                ? t('users.bulk.lastDayHelp', { zone })
                : t('users.bulk.noExpiryHelp')
            }
            value={text}
            onChange={onChange}
            data-autofocus
          />
          <Extensions day={null} onDay={onChange} />
        </div>
      );
    case 'addPrivilege':
    case 'removePrivilege':
      return (
        <SearchTags
          label={t('users.bulk.privilege')}
          description={t('users.bulk.privilegeHelp')}
          data={privileges}
          maxTags={1}
          value={text ? [text] : []}
          onChange={(chosen) => onChange(chosen[0] ?? '')}
          data-autofocus
        />
      );
    case 'enable':
      return null;
  }
}
