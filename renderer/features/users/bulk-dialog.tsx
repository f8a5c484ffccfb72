import { Select, TagsInput, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { groupLabel } from '#shared/domain/group';
import { BulkButtons, planAndRun, planJob, runMessage } from '#features/activity';
import { useAccountZone } from '#features/settings';
import { listGapText, useGroups, useKnownGroups } from '#features/edits';
import { DateField } from '#ui/date-field';
import { Dialog } from '#ui/dialog';
import type { UserAction } from './bulk-steps';
import { isCalendarDay, dayText } from '#shared/domain/calendar';
import { validityMoment } from '#shared/domain/user';
import { useFormat } from '#lib/use-format';
import { bulkJobTitle, bulkTitle, type BulkActionKind } from './bulk-messages';
import { useKnownPrivileges } from './choice-fields';
import { texts } from './users-texts';
import { messages } from './user-messages';

interface BulkPlan {
  title: string;
  action: UserAction;
}

interface BulkDialogProps {
  kind: BulkActionKind;
  /** How many are selected. */
  users: number;
  isBusy: boolean;
  onPlan: (title: string, action: UserAction, start: typeof planJob) => void;
  onCancel: () => void;
}

/** Asks for the value of a bulk action. */
export function BulkDialog({ kind, users, isBusy, onPlan, onCancel }: BulkDialogProps) {
  const format = useFormat();
  const [text, setText] = useState('');
  const plan = useBulkPlan(kind, users, text);
  const submit = (start: typeof planJob) => {
    if (plan) onPlan(plan.title, plan.action, start);
  };
  return (
    <Dialog opened onClose={onCancel} title={bulkTitle(kind, users, format)}>
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit(planAndRun);
        }}
      >
        <BulkField kind={kind} text={text} onChange={setText} />
        <BulkButtons
          runLabel={runMessage('user.change', users, format)}
          isReady={plan !== null}
          isBusy={isBusy}
          onReview={() => submit(planJob)}
          onCancel={onCancel}
        />
      </form>
    </Dialog>
  );
}

/** The plan for what was entered; null if a value is missing or invalid. */
function useBulkPlan(kind: BulkActionKind, users: number, text: string): BulkPlan | null {
  const format = useFormat();
  const groups = useGroups();
  const { zone } = useAccountZone();
  switch (kind) {
    case 'disable':
      return { title: bulkTitle(kind, users, format), action: { kind, message: text } };
    case 'enable':
      return { title: bulkTitle(kind, users, format), action: { kind } };
    case 'setGroup': {
      const group = groups.find(({ id }) => id === text);
      const title = group
        ? bulkJobTitle('assign', users, format, groupLabel(group))
        : bulkJobTitle('clearGroup', users, format);
      return { title, action: { kind, group: text || null } };
    }
    case 'setExpiry': {
      if (text === '') {
        const title = bulkJobTitle('removeExpiry', users, format);
        return { title, action: { kind, expiresAt: null } };
      }
      if (!isCalendarDay(text)) return null;
      const expiresAt = validityMoment('expiresAt', text, zone);
      const title = bulkJobTitle('setExpiry', users, format, dayText(text));
      return { title, action: { kind, expiresAt } };
    }
    case 'addPrivilege':
      return text
        ? { title: bulkJobTitle(kind, users, format, text), action: { kind, privilege: text } }
        : null;
    case 'removePrivilege':
      return text
        ? { title: bulkJobTitle(kind, users, format, text), action: { kind, privilege: text } }
        : null;
  }
}

interface BulkFieldProps {
  kind: BulkActionKind;
  text: string;
  onChange: (text: string) => void;
}

function BulkField({ kind, text, onChange }: BulkFieldProps) {
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
        <Select
          label={texts.visibleGroup}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': texts.clearGroup }}
          placeholder={texts.noGroup}
          nothingFoundMessage={listGapText('groups', list) ?? texts.noMatchingGroup}
          data={groups.map((each) => ({ value: each.id, label: groupLabel(each) }))}
          value={text || null}
          onChange={(chosen) => onChange(chosen ?? '')}
          data-autofocus
        />
      );
    case 'setExpiry':
      return (
        <DateField
          label={texts.validUntil}
          description={
            isCalendarDay(text) ? messages.lastDayOfUsers(zone) : texts.leaveEmptyForNoExpiry
          }
          value={text}
          onChange={onChange}
          data-autofocus
        />
      );
    case 'addPrivilege':
    case 'removePrivilege':
      return (
        <TagsInput
          label={texts.privilege}
          description={texts.exactlyAsTheServiceSends}
          data={privileges}
          maxTags={1}
          value={text ? [text] : []}
          onChange={(chosen) => onChange(chosen[0] ?? '')}
          acceptValueOnBlur
          data-autofocus
        />
      );
    case 'enable':
      return null;
  }
}
