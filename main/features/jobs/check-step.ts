import { createReportCheck } from '#main/features/submit/report-check';
import type { JobStep } from '#shared/domain/job';
import { createDeviceCheck } from './check-devices';
import { createGroupCheck } from './check-groups';
import { createUserCheck } from './check-users';
import type { KnownRecords, StepCheck, TouchedTwice } from './known-records';

/** Checks the steps of one plan one after the other, each against those before it. */
export function createStepCheck(known: KnownRecords): (step: JobStep) => StepCheck {
  const touched = new Set<string>();
  // A second step would work on values that the first one changes.
  const touchedTwice: TouchedTwice = (kind, id) => {
    const key = `${kind}:${id}`;
    if (touched.has(key)) return 'Another row of this plan is about the same record.';
    touched.add(key);
    return undefined;
  };
  const checkUser = createUserCheck(known, touchedTwice);
  const checkGroup = createGroupCheck(known, touchedTwice);
  const checkDevice = createDeviceCheck(known, touchedTwice);
  const checkReport = createReportCheck(known);
  return (step) => {
    switch (step.action) {
      case 'createUser':
      case 'changeUser':
      case 'deleteUser':
        return checkUser(step);
      case 'createGroup':
      case 'changeGroup':
      case 'deleteGroup':
        return checkGroup(step);
      case 'submitLocation':
      case 'submitAlert':
        return checkReport(step);
      case 'changeLimits':
      case 'renew':
        return checkDevice(step);
    }
  };
}
