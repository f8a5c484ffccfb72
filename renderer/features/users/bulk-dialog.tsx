import { Button, Group as Row, Modal, Select, TagsInput, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { groupLabel } from '#shared/domain/group';
import { useAccountZone } from '#features/settings';
import { listGapText, useGroups, useKnownGroups } from '#features/records';
import type { UserAction } from './bulk-steps';
import { useKnownPrivileges } from './choice-fields';
import { readDay, validity } from './validity';
import { momentInZone } from './validity-fields';

/** The bulk actions in the menu; deleting has its own button. */
export type BulkActionKind = Exclude<UserAction['kind'], 'delete'>;

export const bulkActionLabels: Record<BulkActionKind, string> = {
  disable: 'Disable',
  enable: 'Enable',
  setGroup: 'Assign to group',
  setExpiry: 'Set last valid day',
  addPrivilege: 'Grant privilege',
  removePrivilege: 'Revoke privilege',
};

interface BulkPlan {
  title: string;
  action: UserAction;
}

interface BulkDialogProps {
  kind: BulkActionKind;
  /** "3 users". */
  names: string;
  onPlan: (title: string, action: UserAction) => void;
  onCancel: () => void;
}

/** Asks for the value of a bulk action. */
export function BulkDialog({ kind, names, onPlan, onCancel }: BulkDialogProps) {
  const [text, setText] = useState('');
  const plan = useBulkPlan(kind, names, text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (plan) onPlan(plan.title, plan.action);
  };
  return (
    <Modal
      opened
      onClose={onCancel}
      title={`${bulkActionLabels[kind]}: ${names}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit}>
        <BulkField kind={kind} text={text} onChange={setText} />
        <Text size="sm" mt="sm">
          Nothing is sent until you run the plan. It shows what will change for each user.
        </Text>
        <Row justify="flex-end" mt="lg">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" disabled={plan === null}>
            Create plan…
          </Button>
        </Row>
      </form>
    </Modal>
  );
}

/** The plan for what was entered; null if a value is missing or invalid. */
function useBulkPlan(kind: BulkActionKind, names: string, text: string): BulkPlan | null {
  const groups = useGroups();
  const { zone } = useAccountZone();
  switch (kind) {
    case 'disable':
      return { title: `Disable ${names}`, action: { kind, message: text } };
    case 'enable':
      return { title: `Enable ${names}`, action: { kind } };
    case 'setGroup': {
      const group = groups.find(({ id }) => id === text);
      const title = group ? `Assign ${names} to ${groupLabel(group)}` : `Clear group of ${names}`;
      return { title, action: { kind, group: text || null } };
    }
    case 'setExpiry': {
      if (text === '') {
        return { title: `Remove expiry from ${names}`, action: { kind, expiresAt: null } };
      }
      const day = readDay(text);
      if (day === null) return null;
      const expiresAt = validity.fromLastDay(day, zone);
      return { title: `Set last valid day of ${names} to ${day}`, action: { kind, expiresAt } };
    }
    case 'addPrivilege':
      return text
        ? { title: `Grant ${text} to ${names}`, action: { kind, privilege: text } }
        : null;
    case 'removePrivilege':
      return text
        ? { title: `Revoke ${text} from ${names}`, action: { kind, privilege: text } }
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
  const day = readDay(text);
  switch (kind) {
    case 'disable':
      return (
        <TextInput
          label="Message when disabled"
          description="Leave empty to keep the current message of each user."
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
      );
    case 'setGroup':
      return (
        <Select
          label="Visible group"
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear group' }}
          placeholder="No group"
          nothingFoundMessage={listGapText('groups', list) ?? 'No matching group'}
          data={groups.map((each) => ({ value: each.id, label: groupLabel(each) }))}
          value={text || null}
          onChange={(chosen) => onChange(chosen ?? '')}
          data-autofocus
        />
      );
    case 'setExpiry':
      return (
        <TextInput
          type="date"
          label="Valid until"
          description={
            day === null
              ? 'Leave empty for no expiry.'
              : `The users expire on ${momentInZone(zone, validity.fromLastDay(day, zone))}.`
          }
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          data-autofocus
        />
      );
    case 'addPrivilege':
    case 'removePrivilege':
      return (
        <TagsInput
          label="Privilege"
          description="Exactly as the service sends it."
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
