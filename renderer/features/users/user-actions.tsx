import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import type { User } from '#shared/domain/user';
import { planJob } from '#features/activity';
import { commonTexts } from '#lib/common-texts';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { ActionBar, type TableSelection } from '#ui/selection';
import { BulkDialog } from './bulk-dialog';
import { bulkActionLabels, bulkJobTitle, bulkTitle, type BulkActionKind } from './bulk-messages';
import { userSteps, type UserAction } from './bulk-steps';
import { texts } from './users-texts';

interface UserActionsProps {
  selection: TableSelection;
  users: readonly User[];
  shown: number;
}

/** The bulk actions on the selected users. Each creates a plan to review. */
export function UserActions({ selection, users, shown }: UserActionsProps) {
  const format = useFormat();
  const chosen = users.filter(({ id }) => selection.ids.has(id));
  const [asking, setAsking] = useState<BulkActionKind | null>(null);
  const plan = useAction((title: string, action: UserAction, start: typeof planJob) =>
    start({ title, kind: 'user', steps: userSteps(chosen, action) }),
  );
  const createPlan = async (title: string, action: UserAction, start = planJob) => {
    if (await plan.run(title, action, start)) setAsking(null);
  };
  const choose = (kind: BulkActionKind) => {
    if (kind === 'enable') void createPlan(bulkTitle(kind, chosen.length, format), { kind });
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
        <Button
          size="compact-sm"
          variant="default"
          onClick={() =>
            void createPlan(bulkJobTitle('delete', chosen.length, format), { kind: 'delete' })
          }
        >
          {commonTexts.delete}
        </Button>
      </ActionBar>
      {plan.fault && <FaultNotice fault={plan.fault} context="open" onDismiss={plan.dismiss} />}
      {asking && (
        <BulkDialog
          key={asking}
          kind={asking}
          users={chosen.length}
          isBusy={plan.isBusy}
          onPlan={(title, action, start) => void createPlan(title, action, start)}
          onCancel={() => setAsking(null)}
        />
      )}
    </>
  );
}
