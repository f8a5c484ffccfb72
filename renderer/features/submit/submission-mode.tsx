import { NativeSelect } from '@mantine/core';
import {
  submissionModeChoiceSchema,
  submissionModeOf,
  type SubmissionMode,
} from '#shared/domain/session';
import { addressOf, nameOf, useOpenSession, type OpenSession } from '#features/session';
import { api } from '#lib/api';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { page } from '#ui/page';

/** The submission mode of the account on screen. */
export function useSubmissionMode(): SubmissionMode {
  const session = useOpenSession();
  return session ? submissionModeOf(session.submissionMode, session.capabilities) : 'query';
}

/** The submission mode of the account on screen, for the settings page. */
export function SubmissionModeSetting() {
  const format = useFormat();
  const { t } = format;
  const session = useOpenSession();
  if (!session) return null;
  const { profile, capabilities } = session;
  const announced = capabilities.takesSubmissions ? 'submit' : 'read';
  return (
    <>
      <p className={page.quiet}>
        {t('submit.mode.account', {
          account: nameOf(profile, format),
          address: addressOf(profile, format),
        })}{' '}
        {t(profile.isDemo ? `submit.mode.demo.${announced}` : 'submit.mode.each')}
      </p>
      {!profile.isDemo && <ModeSelect key={profile.id} session={session} announced={announced} />}
    </>
  );
}

interface ModeSelectProps {
  session: OpenSession;
  announced: 'submit' | 'read';
}

function ModeSelect({ session: { profile, submissionMode }, announced }: ModeSelectProps) {
  const { t } = useFormat();
  const change = useAction(api.session.setSubmissionMode);
  return (
    <>
      <NativeSelect
        label={t('submit.mode')}
        description={t('submit.mode.help')}
        value={submissionMode}
        data={[
          { value: 'auto', label: t(`submit.mode.auto.${announced}`) },
          { value: 'query', label: t('submit.mode.query') },
          { value: 'submit', label: t('submit.mode.submit') },
          { value: 'submitRanged', label: t('submit.mode.submitRanged') },
        ]}
        onChange={({ currentTarget: { value } }) =>
          void change.run({ id: profile.id, mode: submissionModeChoiceSchema.parse(value) })
        }
      />
      <p className={page.quiet}>{t(`submit.mode.${submissionMode}.help`)}</p>
      {change.fault && (
        <FaultNotice fault={change.fault} context="open" onDismiss={change.dismiss} />
      )}
    </>
  );
}
