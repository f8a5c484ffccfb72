import { Button } from '@mantine/core';
import { useStore } from 'zustand';
import type { JobStep } from '#shared/domain/job';
import type { User } from '#shared/domain/user';
import { groupsMirror, userLabel } from '#features/records';
import { planJob } from '#features/jobs';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';

/** After a deleted group was restored with a new id: plans assigning its former users to that id. */
export function ReassignUsers({ name, users }: { name: string | null; users: readonly User[] }) {
  const group = useStore(groupsMirror, ({ value }) =>
    value?.items.find((candidate) => candidate.name === name),
  );
  const { counted } = useFormat();
  const plan = useAction((steps: JobStep[]) =>
    planJob(`Reassign ${counted(users.length, 'user')} to ${name}`, 'user', steps),
  );
  if (!group) return null;
  const names = users.map(userLabel).join(', ');
  const steps = users.map(({ id }) => ({
    action: 'changeUser' as const,
    id,
    edit: { group: group.id },
  }));
  return (
    <div>
      {users.length === 1
        ? `The group has a new id, and ${names} is still assigned to the old one.`
        : `The group has a new id, and ${names} are still assigned to the old one.`}{' '}
      <Button
        size="compact-xs"
        variant="default"
        loading={plan.isBusy}
        onClick={() => void plan.run(steps)}
      >
        Reassign…
      </Button>
      {plan.fault && <FaultNotice fault={plan.fault} context="open" onDismiss={plan.dismiss} />}
    </div>
  );
}
