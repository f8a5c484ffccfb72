import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import type { Outcome } from '#shared/fault';
import { planAndRun, planJob, type PlanRequest } from '#features/activity';
import { inAccount } from '#lib/account-scope';
import { showFault } from '#lib/toasts';
import { useAction } from '#lib/use-action';
import { currentFormat, useFormat } from '#lib/use-format';
import { Dialog, DialogActions } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';

interface BulkFormProps {
  title: string;
  /** "Add 3 devices". */
  runLabel: string;
  /** What was entered as steps of a job; null: a value is missing or invalid. */
  plan: PlanRequest | null;
  /** Runs it in another way than as a job, and closes the form itself. */
  run?: (() => Promise<Outcome<unknown>>) | undefined;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks for the values of an action on several records, and runs it or shows its plan first. */
export function BulkForm({ title, runLabel, plan, run, onClose, children }: BulkFormProps) {
  const { t } = useFormat();
  const action = useAction((start: () => Promise<Outcome<unknown>>) => start());
  const submit = async (start: typeof planJob) => {
    if (!plan) return;
    if (run && start === planAndRun) await action.run(run);
    else if (await action.run(() => start(plan))) onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={title} size={540}>
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit(planAndRun);
        }}
      >
        {children}
        {action.fault && <FaultNotice fault={action.fault} context="open" />}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            variant="default"
            disabled={plan === null || action.isBusy}
            onClick={() => void submit(planJob)}
          >
            {t('edits.plan.review')}
          </Button>
          <Button type="submit" disabled={plan === null} loading={action.isBusy}>
            {runLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Plans an action on the selected records and shows the plan. */
export const usePlan = () =>
  useAction(async (request: PlanRequest) => {
    const planned = planJob(request);
    const outcome = await inAccount(planned);
    if (outcome?.ok === false) showFault(currentFormat().said(request.title), outcome.fault);
    return planned;
  });
