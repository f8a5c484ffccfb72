import { Button } from '@mantine/core';
import { useOpenedDraft } from '#features/edits';
import { useOpenSession } from '#features/session';
import { Notice } from '#ui/notice';
import { page } from '#ui/page';
import { useOpenedFile } from './opened-file';
import { openedFileNotice } from './opened-file-notice';
import { SavedForms } from './saved-forms';
import { otherMode, showSubmissionModeSetting, useSubmissionMode } from './submission-mode';
import { chooseTab } from './store';
import classes from './submit.module.css';
import { SubmitTabs } from './submit-tabs';
import { texts } from './submit-texts';
import { tabOfDraft } from './typed-form';

/** Shows the tab of a draft that was chosen in the shell. */
function showDraft(key: string): void {
  const tab = tabOfDraft(key);
  if (tab) chooseTab(tab);
}

/** Submits locations, tracks and alerts, if the connection accepts them. */
export function SubmitPage() {
  const mode = useSubmissionMode();
  useOpenedDraft('submission', showDraft);
  // The mode of the demo is the one its service announces.
  const isSettable = useOpenSession()?.profile.isDemo === false;
  const file = useOpenedFile();
  const waiting = file?.trouble === null ? file : null;
  return (
    <div className={page.page}>
      <div className={page.toolbar}>
        <h1 className={classes.title}>{texts.submit}</h1>
        <span className={page.quiet}>{otherMode[mode]}</span>
        {mode !== 'query' && isSettable && (
          <Button
            component="a"
            href="#/settings"
            size="compact-xs"
            variant="default"
            onClick={showSubmissionModeSetting}
          >
            {texts.changeSubmissionMode}
          </Button>
        )}
      </div>
      {mode === 'query' ? (
        <div className={classes.notice}>
          {waiting && <Notice {...openedFileNotice(waiting, 'submissions')} />}
          <NotAccepted />
        </div>
      ) : (
        <SubmitTabs waiting={waiting} />
      )}
    </div>
  );
}

function NotAccepted() {
  return (
    <Notice
      tone="info"
      title={texts.thisConnectionDoesNotAccept}
      actions={
        <>
          <Button component="a" href="#/history" size="xs" variant="default">
            {texts.fetchHistory}
          </Button>
          <Button
            component="a"
            href="#/settings"
            size="xs"
            variant="default"
            onClick={showSubmissionModeSetting}
          >
            {texts.settingsOfThisAccount}
          </Button>
        </>
      }
    >
      {texts.itsCallsForLocationsAnd}
      <SavedForms />
    </Notice>
  );
}
