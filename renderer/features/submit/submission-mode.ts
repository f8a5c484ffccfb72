import { submissionModeOf, type SubmissionMode } from '#shared/domain/session';
import { useOpenSession } from '#features/session';
import { texts } from './submit-texts';

/** The submission mode of the account on screen. */
export function useSubmissionMode(): SubmissionMode {
  const session = useOpenSession();
  return session ? submissionModeOf(session.submissionMode, session.capabilities) : 'query';
}

/** What else the calls of a mode may mean. */
export const otherMode: Record<SubmissionMode, string> = {
  submitRanged: texts.eachLocationIsSentWith,
  submit: texts.theSameCallsAreAlso,
  query: texts.theSameCallsAreAlsoDocumented,
};

let isSettingRequested = false;

/** Makes the settings page scroll to the submission mode when it opens next. */
export function showSubmissionModeSetting(): void {
  isSettingRequested = true;
}

/** Whether the settings page has to scroll to the submission mode; true once. */
export function takeSettingRequest(): boolean {
  const wasRequested = isSettingRequested;
  isSettingRequested = false;
  return wasRequested;
}
