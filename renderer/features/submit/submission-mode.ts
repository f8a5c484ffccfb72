import { submissionModeOf, type Reading } from '#shared/domain/session';
import { useOpenSession } from '#features/session';

/** The reading in force for the account on screen. */
export function useSubmissionMode(): Reading {
  const session = useOpenSession();
  return session ? submissionModeOf(session.reading, session.capabilities) : 'query';
}

/** The reading that is not in force, in one sentence. */
export const otherReading: Record<Reading, string> = {
  submit:
    'The same calls are also documented as queries for a time range; Waypost fetches history and alerts that way.',
  query:
    'The same calls are also documented as submissions; if your service accepts them, turn that on in the settings.',
};

let isSettingAsked = false;

/** The settings page, when it opens next, leads to the setting of the reading. */
export function askForReadingSetting(): void {
  isSettingAsked = true;
}

/** Whether somebody was led there; once. */
export function takeReadingSettingAsked(): boolean {
  const was = isSettingAsked;
  isSettingAsked = false;
  return was;
}
