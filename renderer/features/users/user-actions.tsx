import {
  Button,
  Group as Row,
  Menu,
  Modal,
  Select,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import type { JobStep } from '#shared/domain/job';
import type { User } from '#shared/domain/user';
import { groupLabel } from '#shared/domain/group';
import { useGroups } from '#features/records';
import { ActionBar, planJob, type TableSelection } from '#features/jobs';
import { useAccountZone } from '#features/settings';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { userSteps, type UserAction } from './bulk-steps';
import { useKnownPrivileges } from './choice-fields';
import { readDay, validity } from './validity';
import { momentIn } from './validity-fields';

type Kind = UserAction['kind'];

const menu: { kind: Kind; word: string }[] = [
  { kind: 'disable', word: 'Disable…' },
  { kind: 'enable', word: 'Enable…' },
  { kind: 'setGroup', word: 'Set the group seen…' },
  { kind: 'setExpiry', word: 'Set the last valid day…' },
  { kind: 'addPrivilege', word: 'Add a privilege…' },
  { kind: 'removePrivilege', word: 'Remove a privilege…' },
];

interface UserActionsProps {
  selection: TableSelection;
  users: readonly User[];
  shown: number;
}

/** What can be done with several users at once; each is a plan first. */
export function UserActions({ selection, users, shown }: UserActionsProps) {
  const { counted } = useFormat();
  const [asking, setAsking] = useState<Kind | null>(null);
  const plan = useAction((title: string, steps: JobStep[]) => planJob(title, 'user', steps));
  const chosen = users.filter(({ id }) => selection.ids.has(id));
  const names = counted(chosen.length, 'user');
  const planIt = (title: string, action: UserAction) => {
    setAsking(null);
    void plan.run(title.slice(0, 300), userSteps(chosen, action));
  };
  const choose = (kind: Kind) => {
    if (kind === 'enable') planIt(`Enable ${names}`, { kind });
    else setAsking(kind);
  };
  return (
    <>
      <ActionBar selection={selection} shown={shown} noun="user">
        <Menu position="bottom-end" withArrow>
          <Menu.Target>
            <Button
              size="compact-sm"
              variant="default"
              loading={plan.isBusy}
              rightSection={<IconChevronDown size={13} aria-hidden />}
            >
              Change…
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {menu.map(({ kind, word }) => (
              <Menu.Item key={kind} onClick={() => choose(kind)}>
                {word}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => planIt(`Delete ${names}`, { kind: 'delete' })}
        >
          Delete…
        </Button>
      </ActionBar>
      {plan.fault && <FaultNotice fault={plan.fault} context="open" onDismiss={plan.dismiss} />}
      {asking && (
        <AskDialog
          key={asking}
          kind={asking}
          names={names}
          onPlan={planIt}
          onCancel={() => setAsking(null)}
        />
      )}
    </>
  );
}

interface AskDialogProps {
  kind: Kind;
  /** "3 users". */
  names: string;
  onPlan: (title: string, action: UserAction) => void;
  onCancel: () => void;
}

/** What a bulk action still has to know. */
function AskDialog({ kind, names, onPlan, onCancel }: AskDialogProps) {
  const [text, setText] = useState('');
  const groups = useGroups();
  const privileges = useKnownPrivileges();
  const { zone } = useAccountZone();
  const day = readDay(text);
  const group = groups.find(({ id }) => id === text);
  const until = day === null ? null : validity.fromLastDay(day, zone);
  const plans: Record<Kind, { title: string; action: UserAction } | null> = {
    disable: { title: `Disable ${names}`, action: { kind: 'disable', message: text } },
    enable: { title: `Enable ${names}`, action: { kind: 'enable' } },
    setGroup: {
      title: group ? `Tie ${names} to ${groupLabel(group)}` : `Tie ${names} to no group`,
      action: { kind: 'setGroup', group: text || null },
    },
    setExpiry:
      text !== '' && day === null
        ? null
        : {
            title:
              day === null
                ? `Let ${names} be valid without end`
                : `Let ${names} be valid to ${day}`,
            action: { kind: 'setExpiry', expiresAt: until },
          },
    addPrivilege: text
      ? { title: `Give ${names} ${text}`, action: { kind: 'addPrivilege', privilege: text } }
      : null,
    removePrivilege: text
      ? {
          title: `Take ${text} from ${names}`,
          action: { kind: 'removePrivilege', privilege: text },
        }
      : null,
    delete: null,
  };
  const plan = plans[kind];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (plan) onPlan(plan.title, plan.action);
  };
  const field = () => {
    switch (kind) {
      case 'disable':
        return (
          <TextInput
            label="Message when disabled"
            description="Empty: each keeps the message there is."
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        );
      case 'setGroup':
        return (
          <Select
            label="Group seen"
            searchable
            clearable
            clearButtonProps={{ 'aria-label': 'No group' }}
            placeholder="No group"
            data={groups.map((each) => ({ value: each.id, label: groupLabel(each) }))}
            value={text || null}
            onChange={(chosen) => setText(chosen ?? '')}
            data-autofocus
          />
        );
      case 'setExpiry':
        return (
          <TextInput
            type="date"
            label="Valid until"
            description={
              until === null
                ? 'Empty: without end.'
                : `They stop working on ${momentIn(zone, until)}.`
            }
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            data-autofocus
          />
        );
      case 'addPrivilege':
      case 'removePrivilege':
        return (
          <TagsInput
            label="Privilege"
            description="As the service sends it."
            data={privileges}
            maxTags={1}
            value={text ? [text] : []}
            onChange={(chosen) => setText(chosen[0] ?? '')}
            acceptValueOnBlur
            data-autofocus
          />
        );
      case 'enable':
      case 'delete':
        return null;
    }
  };
  return (
    <Modal
      opened
      onClose={onCancel}
      title={menu.find((item) => item.kind === kind)?.word.replace('…', `: ${names}`)}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit}>
        {field()}
        <Text size="sm" mt="sm">
          Nothing is sent yet: the plan shows what would change for whom.
        </Text>
        <Row justify="flex-end" mt="lg">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" disabled={plan === null}>
            Plan it…
          </Button>
        </Row>
      </form>
    </Modal>
  );
}
