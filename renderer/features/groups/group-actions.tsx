import { Button } from '@mantine/core';
import { useState } from 'react';
import { groupLabel, type Group } from '#shared/domain/group';
import type { JobStep } from '#shared/domain/job';
import { useDevices } from '#features/records';
import { ActionBar, planJob, type TableSelection } from '#features/jobs';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import { membershipSteps } from './membership-steps';
import { PasteDialog } from './paste-dialog';

interface GroupActionsProps {
  selection: TableSelection;
  groups: readonly Group[];
  shown: number;
}

/** The bulk actions on the selected groups. Each creates a plan to review. */
export function GroupActions({ selection, groups, shown }: GroupActionsProps) {
  const { counted } = useFormat();
  const devices = useDevices();
  const [asking, setAsking] = useState<'add' | 'remove' | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const plan = useAction((title: string, steps: JobStep[]) => planJob(title, 'group', steps));
  const chosen = groups.filter(({ id }) => selection.ids.has(id));
  const names = counted(chosen.length, 'group');
  const planMembers = (how: 'add' | 'remove', ids: readonly string[]) => {
    setAsking(null);
    const { steps, skipped } = membershipSteps(chosen, ids, how);
    const which = counted(ids.length, 'device');
    const without =
      skipped.length > 0
        ? ` (without ${skipped.map(groupLabel).join(', ')}, whose members are not known)`
        : '';
    if (steps.length === 0) {
      setRefusal(`None of the groups will change${without}.`);
      return;
    }
    const title = how === 'add' ? `Add ${which} to ${names}` : `Remove ${which} from ${names}`;
    void plan.run(`${title}${without}`.slice(0, 300), steps);
  };
  const planDeletes = () =>
    void plan.run(
      `Delete ${names}`,
      chosen.map(({ id }) => ({ action: 'deleteGroup', id })),
    );
  return (
    <>
      <ActionBar selection={selection} shown={shown} noun="group">
        <Button size="compact-sm" variant="default" onClick={() => setAsking('add')}>
          Add devices…
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setAsking('remove')}>
          Remove devices…
        </Button>
        <Button size="compact-sm" variant="default" loading={plan.isBusy} onClick={planDeletes}>
          Delete…
        </Button>
      </ActionBar>
      {refusal !== null && (
        <Notice tone="info" title="No changes to plan" onDismiss={() => setRefusal(null)}>
          {refusal}
        </Notice>
      )}
      {plan.fault && <FaultNotice fault={plan.fault} context="open" onDismiss={plan.dismiss} />}
      {asking && devices && (
        <PasteDialog
          devices={devices.rows}
          title={asking === 'add' ? `Add devices to ${names}` : `Remove devices from ${names}`}
          confirm={(count) =>
            asking === 'add' ? `Plan adding ${count}…` : `Plan removing ${count}…`
          }
          onConfirm={(ids) => planMembers(asking, ids)}
          onCancel={() => setAsking(null)}
        />
      )}
    </>
  );
}
