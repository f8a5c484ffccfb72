import { Tabs } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { OpenedFile } from '#shared/domain/submission';
import { submitsAlerts } from '#shared/domain/session';
import { useDrafts } from '#features/edits';
import { Notice } from '#ui/notice';
import { page } from '#ui/page';
import { AlertForm } from './alert-form';
import { LocationForm } from './location-form';
import { openedFileNotice } from './opened-file-notice';
import { useSubmissionMode } from './submission-mode';
import { chooseTab, useTab, useTrack, type Tab } from './store';
import { texts } from './submit-texts';
import classes from './submit.module.css';
import { TrackForm } from './track-form';
import { isTrackBegun } from './track-store';
import { draftKeys } from './typed-form';

/** The three kinds of submission. A waiting file opens unless it would interrupt the user's work. */
export function SubmitTabs({ waiting }: { waiting: OpenedFile | null }) {
  const tab = useTab();
  const mode = useSubmissionMode();
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  const isAgreed = waiting !== null && waiting.id === agreedTo;
  const isTrackOpen = useTrack(isTrackBegun);
  const drafts = useDrafts();
  // A file that waited when the page was opened does not count as an interruption.
  const [initialFile] = useState(waiting?.id ?? null);
  const isTyping = tab !== 'track' && drafts.has(draftKeys[tab]) && waiting?.id !== initialFile;
  const waitsFor = isTrackOpen ? 'track' : isTyping ? 'typing' : null;
  const opensFile = waiting !== null && (isAgreed || waitsFor === null);
  useEffect(() => {
    if (opensFile) chooseTab('track');
  }, [opensFile]);
  return (
    <Tabs
      value={opensFile ? 'track' : tab}
      onChange={(next) => chooseTab((next ?? 'location') as Tab)}
      keepMounted={false}
      className={classes.tabs}
    >
      {waiting && waitsFor && !opensFile && (
        <div className={classes.notice}>
          <Notice {...openedFileNotice(waiting, waitsFor, () => setAgreedTo(waiting.id))} />
        </div>
      )}
      <Tabs.List>
        <Tabs.Tab value="location">{texts.oneLocation}</Tabs.Tab>
        <Tabs.Tab value="track">{texts.aTrackFromAFile}</Tabs.Tab>
        <Tabs.Tab value="alert">{texts.anAlert}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="location" className={page.restBelow}>
        <LocationForm />
      </Tabs.Panel>
      <Tabs.Panel value="track" className={page.restBelow}>
        <TrackForm file={waiting && { id: waiting.id, isAgreed }} />
      </Tabs.Panel>
      <Tabs.Panel value="alert" className={page.restBelow}>
        {submitsAlerts(mode) ? <AlertForm /> : <AlertsNotAccepted />}
      </Tabs.Panel>
    </Tabs>
  );
}

function AlertsNotAccepted() {
  return (
    <div className={classes.notice}>
      <Notice tone="info" title={texts.alertsCannotBeSubmittedIn}>
        {texts.thisAccountIsSetTo}
      </Notice>
    </div>
  );
}
