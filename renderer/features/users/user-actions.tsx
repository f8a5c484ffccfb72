import { Button, Menu, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { dayText, isCalendarDay } from '#shared/domain/calendar';
import type { UserEdit } from '#shared/domain/edit';
import { groupLabel, type Group } from '#shared/domain/group';
import { validityMoment, type User } from '#shared/domain/user';
import type { PlanRequest } from '#features/activity';
import { BulkForm, listGapText, useGroups, useKnownGroups, usePlan } from '#features/edits';
import { useAccountZone } from '#features/settings';
import { commonTexts } from '#lib/common-texts';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { DateField } from '#ui/date-field';
import { SearchSelect, SearchTags } from '#ui/search-select';
import type { TableSelection } from '#ui/selection';
import { Extensions, useKnownPrivileges } from './user-fields';
import {
  bulkActionLabels,
  bulkJobTitle,
  bulkRunLabel,
  bulkTitle,
  messages,
  texts,
  type BulkActionKind,
} from './users-texts';

interface UserActionsProps {
  selection: TableSelection;
  users: readonly User[];
}

/** The bulk actions on the selected users. Each creates a plan to review. */
export function UserActions({ selection, users }: UserActionsProps) {
  const format = useFormat();
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
      title: bulkJobTitle.delete(chosen.length, format),
      kind: 'user',
      onStarted: selection.clear,
      steps: chosen.map(({ id }) => ({ kind: 'user', action: 'delete', id })),
    });
  return (
    <>
      <Menu position="bottom-end" withArrow>
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="default"
            loading={plan.isBusy}
            rightSection={<IconChevronDown size={13} aria-hidden />}
          >
            {texts.change}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(Object.keys(bulkActionLabels) as BulkActionKind[]).map((kind) => (
            <Menu.Item key={kind} onClick={() => choose(kind)}>
              {bulkActionLabels[kind]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button size="compact-sm" variant="default" onClick={planDeletes}>
        {commonTexts.delete}
      </Button>
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
  format: Pick<Format, 'count'>;
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
  const plan = (title: string, editOf: (user: User) => UserEdit): PlanRequest => ({
    title,
    kind: 'user',
    runLabel: bulkRunLabel[kind],
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
      return plan(bulkTitle[kind](users.length, format), () => edit);
    }
    case 'enable':
      return plan(bulkTitle[kind](users.length, format), () => ({ disabled: false }));
    case 'setGroup': {
      const group = groups.find(({ id }) => id === text);
      const title = group
        ? bulkJobTitle.assign(users.length, format, { value: groupLabel(group) })
        : bulkJobTitle.clearGroup(users.length, format);
      return plan(title, () => ({ group: text || null }));
    }
    case 'setExpiry': {
      if (text === '') {
        const title = bulkJobTitle.removeExpiry(users.length, format);
        return plan(title, () => ({ expiresAt: null }));
      }
      if (!isCalendarDay(text)) return null;
      const expiresAt = validityMoment('expiresAt', text, zone);
      const title = bulkJobTitle.setExpiry(users.length, format, { value: dayText(text) });
      return plan(title, () => ({ expiresAt }));
    }
    case 'addPrivilege':
    case 'removePrivilege':
      if (text === '') return null;
      return plan(bulkJobTitle[kind](users.length, format, { value: text }), ({ privileges }) => ({
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
  const context = usePlanContext();
  const [text, setText] = useState('');
  const plan = planUserChange(kind, users, text, context);
  return (
    <BulkForm
      title={bulkTitle[kind](users.length, context.format)}
      runLabel={bulkRunLabel[kind](users.length, context.format)}
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
  const groups = useGroups();
  const list = useKnownGroups();
  const privileges = useKnownPrivileges();
  const { zone } = useAccountZone();
  switch (kind) {
    case 'disable':
      return (
        <TextInput
          label={texts.messageWhenDisabled}
          description={texts.leaveEmptyToKeepThe}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
      );
    case 'setGroup':
      return (
        <SearchSelect
          label={texts.visibleGroup}
          clearable
          clearButtonProps={{ 'aria-label': texts.clearGroup }}
          placeholder={texts.noGroup}
          nothingFoundMessage={listGapText('groups', list, format) ?? texts.noMatchingGroup}
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
            label={texts.validUntil}
            description={
              isCalendarDay(text) ? messages.lastDayOfUsers(zone) : texts.leaveEmptyForNoExpiry
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
          label={texts.privilege}
          description={texts.exactlyAsTheServiceSends}
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
