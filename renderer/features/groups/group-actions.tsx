import { Button } from '@mantine/core';
import { useState } from 'react';
import { groupLabel, type Group } from '#shared/domain/group';
import type { JobStep } from '#shared/domain/job';
import { useDevices } from '#features/edits';
import { planJob } from '#features/activity';
import { commonTexts } from '#lib/common-texts';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import { ActionBar, type TableSelection } from '#ui/selection';
import { groupMessages } from './group-messages';
import { texts } from './groups-texts';
import { membershipSteps } from './membership-steps';
import { PasteDialog } from './paste-dialog';

interface GroupActionsProps {
  selection: TableSelection;
  groups: readonly Group[];
  shown: number;
}

/** The bulk actions on the selected groups. Each creates a plan to review. */
export function GroupActions({ selection, groups, shown }: GroupActionsProps) {
  const format = useFormat();
  const devices = useDevices();
  const [asking, setAsking] = useState<'add' | 'remove' | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const plan = useAction((title: string, steps: JobStep[]) =>
    planJob({ title, kind: 'group', steps }),
  );
  const chosen = groups.filter(({ id }) => selection.ids.has(id));
  const planMembers = (how: 'add' | 'remove', ids: readonly string[]) => {
    setAsking(null);
    const { steps, skipped } = membershipSteps(chosen, ids, how);
    const names = skipped.map(groupLabel);
    if (steps.length === 0) {
      setRefusal(
        names.length > 0
          ? groupMessages.nothingChangesWithout(names)
          : groupMessages.nothingChanges,
      );
      return;
    }
    const title = groupMessages.jobTitle(how, ids.length, chosen.map(groupLabel), format);
    void plan.run(names.length > 0 ? groupMessages.without(title, names) : title, steps);
  };
  const planDeletes = () =>
    void plan.run(
      groupMessages.bulkTitle('delete', chosen.length, format),
      chosen.map(({ id }) => ({ kind: 'group', action: 'delete', id })),
    );
  return (
    <>
      <ActionBar selection={selection} shown={shown} noun="group">
        <Button size="compact-sm" variant="default" onClick={() => setAsking('add')}>
          {texts.addDevices}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setAsking('remove')}>
          {texts.removeDevices}
        </Button>
        <Button size="compact-sm" variant="default" loading={plan.isBusy} onClick={planDeletes}>
          {commonTexts.delete}
        </Button>
      </ActionBar>
      {refusal !== null && (
        <Notice tone="info" title={texts.nothingToChange} onDismiss={() => setRefusal(null)}>
          {refusal}
        </Notice>
      )}
      {plan.fault && <FaultNotice fault={plan.fault} context="open" onDismiss={plan.dismiss} />}
      {asking && devices && (
        <PasteDialog
          devices={devices.rows}
          title={groupMessages.bulkTitle(
            asking === 'add' ? 'addDevices' : 'removeDevices',
            chosen.length,
            format,
          )}
          confirm={(devices) => groupMessages.reviewMembers(asking, devices, format)}
          onConfirm={(ids) => planMembers(asking, ids)}
          onCancel={() => setAsking(null)}
        />
      )}
    </>
  );
}
