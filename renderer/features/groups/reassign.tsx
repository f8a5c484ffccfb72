import { Button } from '@mantine/core';
import { useStore } from 'zustand';
import type { JobStep } from '#shared/domain/job';
import { userLabel, type User } from '#shared/domain/user';
import { groupsMirror } from '#features/records';
import { planJob } from '#features/jobs';
import { useAction } from '#lib/use-action';
import { FaultNotice } from '#ui/fault-notice';

/** After a deleted group came back under a new id: ties those to it who were tied to the old id. */
export function TieAgain({ name, users }: { name: string | null; users: readonly User[] }) {
  const group = useStore(groupsMirror, ({ value }) =>
    value?.items.find((candidate) => candidate.name === name),
  );
  const plan = useAction((steps: JobStep[]) =>
    planJob(`Tie ${users.length} users to ${name} again`, 'user', steps),
  );
  if (!group) return null;
  const steps = users.map(({ id }) => ({
    action: 'changeUser' as const,
    id,
    edit: { group: group.id },
  }));
  return (
    <div>
      It has a new id, and {users.map(userLabel).join(', ')} {users.length === 1 ? 'is' : 'are'}{' '}
      tied to the old one.{' '}
      <Button
        size="compact-xs"
        variant="default"
        loading={plan.isBusy}
        onClick={() => void plan.run(steps)}
      >
        Plan to tie them again…
      </Button>
      {plan.fault && <FaultNotice fault={plan.fault} context="open" onDismiss={plan.dismiss} />}
    </div>
  );
}
