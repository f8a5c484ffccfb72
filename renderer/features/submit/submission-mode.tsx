import { NativeSelect } from '@mantine/core';
import {
  submissionModeChoiceSchema,
  submissionModeOf,
  type SubmissionMode,
  type SubmissionModeChoice,
} from '#shared/domain/session';
import { addressOf, nameOf, useOpenSession, type OpenSession } from '#features/session';
import { api } from '#lib/api';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { page } from '#ui/page';
import { modeMessages, texts } from './submit-texts';

/** The submission mode of the account on screen. */
export function useSubmissionMode(): SubmissionMode {
  const session = useOpenSession();
  return session ? submissionModeOf(session.submissionMode, session.capabilities) : 'query';
}

/** The submission mode of the account on screen, for the settings page. */
export function SubmissionModeSetting() {
  const format = useFormat();
  const session = useOpenSession();
  if (!session) return null;
  const { profile, capabilities } = session;
  const announced = capabilities.takesSubmissions ? 'submit' : 'read';
  return (
    <section className={page.card} aria-label={texts.locationsAndAlerts}>
      <h2 className={page.subtitle}>{texts.locationsAndAlerts}</h2>
      <p className={page.quiet}>
        {modeMessages.account(nameOf(profile, format), addressOf(profile, format))}{' '}
        {profile.isDemo ? modeMessages.demo[announced] : modeMessages.each}
      </p>
      {!profile.isDemo && <ModeSelect key={profile.id} session={session} announced={announced} />}
    </section>
  );
}

/** What each choice sends. */
const details: Record<SubmissionModeChoice, string> = {
  auto: texts.submitsOnlyIfTheService,
  query: texts.onlyQueriesForATime,
  submit: texts.locationsAndAlertsAreSubmitted,
  submitRanged: texts.submitsOneLocationPerCall,
};

interface ModeSelectProps {
  session: OpenSession;
  announced: 'submit' | 'read';
}

function ModeSelect({ session: { profile, submissionMode }, announced }: ModeSelectProps) {
  const change = useAction(api.session.setSubmissionMode);
  return (
    <>
      <NativeSelect
        label={texts.theServicesCallsForThem}
        description={texts.theDocumentsDescribeThemIn}
        value={submissionMode}
        data={[
          { value: 'auto', label: modeMessages.auto[announced] },
          { value: 'query', label: texts.readOnly },
          { value: 'submit', label: texts.readAndSubmit },
          { value: 'submitRanged', label: texts.readAndSubmitSingleLocations },
        ]}
        onChange={({ currentTarget: { value } }) =>
          void change.run({ id: profile.id, mode: submissionModeChoiceSchema.parse(value) })
        }
      />
      <p className={page.quiet}>{details[submissionMode]}</p>
      {change.fault && (
        <FaultNotice fault={change.fault} context="open" onDismiss={change.dismiss} />
      )}
    </>
  );
}
