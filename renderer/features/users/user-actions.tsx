import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import type { JobStep } from '#shared/domain/job';
import type { User } from '#shared/domain/user';
import { ActionBar, planJob, type TableSelection } from '#features/jobs';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { bulkActionLabels, BulkDialog, type BulkActionKind } from './bulk-dialog';
import { userSteps, type UserAction } from './bulk-steps';

interface UserActionsProps {
  selection: TableSelection;
  users: readonly User[];
  shown: number;
}

/** The bulk actions on the selected users. Each creates a plan to review. */
export function UserActions({ selection, users, shown }: UserActionsProps) {
  const { counted } = useFormat();
  const [asking, setAsking] = useState<BulkActionKind | null>(null);
  const plan = useAction((title: string, steps: JobStep[]) => planJob(title, 'user', steps));
  const chosen = users.filter(({ id }) => selection.ids.has(id));
  const names = counted(chosen.length, 'user');
  const createPlan = (title: string, action: UserAction) => {
    setAsking(null);
    void plan.run(title.slice(0, 300), userSteps(chosen, action));
  };
  const choose = (kind: BulkActionKind) => {
    if (kind === 'enable') createPlan(`Enable ${names}`, { kind });
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
            {(Object.keys(bulkActionLabels) as BulkActionKind[]).map((kind) => (
              <Menu.Item key={kind} onClick={() => choose(kind)}>
                {bulkActionLabels[kind]}…
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => createPlan(`Delete ${names}`, { kind: 'delete' })}
        >
          Delete…
        </Button>
      </ActionBar>
      {plan.fault && <FaultNotice fault={plan.fault} context="open" onDismiss={plan.dismiss} />}
      {asking && (
        <BulkDialog
          key={asking}
          kind={asking}
          names={names}
          onPlan={createPlan}
          onCancel={() => setAsking(null)}
        />
      )}
    </>
  );
}
