import { Button } from '@mantine/core';
import { useStore } from 'zustand';
import type { JobStep } from '#shared/domain/job';
import { userLabel, type User } from '#shared/domain/user';
import { groupsMirror } from '#features/edits';
import { planJob } from '#features/activity';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { groupMessages } from './group-messages';
import { texts } from './groups-texts';

/** After a deleted group was restored with a new id: plans assigning its former users to that id. */
export function ReassignUsers({ name, users }: { name: string | null; users: readonly User[] }) {
  const group = useStore(groupsMirror, ({ value }) =>
    value?.items.find((candidate) => candidate.name === name),
  );
  const format = useFormat();
  const plan = useAction((steps: JobStep[]) =>
    planJob({
      title: groupMessages.reassignTitle(name ?? '', users.length, format),
      kind: 'user',
      steps,
    }),
  );
  if (!group) return null;
  const steps = users.map(({ id }) => ({
    kind: 'user' as const,
    action: 'change' as const,
    id,
    edit: { group: group.id },
  }));
  return (
    <div>
      {groupMessages.stillAssigned(users.map(userLabel), format)}{' '}
      <Button
        size="compact-xs"
        variant="default"
        loading={plan.isBusy}
        onClick={() => void plan.run(steps)}
      >
        {texts.reassign}
      </Button>
      {plan.fault && <FaultNotice fault={plan.fault} context="open" onDismiss={plan.dismiss} />}
    </div>
  );
}
