import { submissionModeOf, type SubmissionMode } from '#shared/domain/session';
import { useOpenSession } from '#features/session';

/** The submission mode of the account on screen. */
export function useSubmissionMode(): SubmissionMode {
  const session = useOpenSession();
  return session ? submissionModeOf(session.submissionMode, session.capabilities) : 'query';
}

/** What else the calls of a mode may mean. */
export const otherMode: Record<SubmissionMode, string> = {
  submitRanged:
    'Each location is sent with a time range. The service may answer with the locations of that range instead of storing it; the job shows its answer.',
  submit:
    'The same calls are also documented as queries for a time range; Waypost fetches history and alerts that way.',
  query:
    'The same calls are also documented as submissions; if your service accepts them, turn that on in the settings.',
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
