import { Button, Tabs } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useOpenSession } from '#features/session';
import { useDrafts, useOpenedDraft } from '#features/drafts';
import { Notice } from '#ui/notice';
import { AlertForm } from './alert-form';
import { useOpenedFile } from './opened-file';
import { OpenedFileNotice } from './opened-file-notice';
import { KeptForms } from './saved-forms';
import { LocationForm } from './location-form';
import { askForReadingSetting, otherReading, useSubmissionMode } from './submission-mode';
import classes from './submit.module.css';
import { chooseTab, useTab, useTrack, type Tab } from './store';
import { TrackForm } from './track-form';
import { isTrackBegun } from './track-store';
import { draftKeys, tabOfDraft } from './typed-form';

/** Shows the tab of a draft that was chosen in the shell. */
function showDraft(key: string): void {
  const tab = tabOfDraft(key);
  if (tab) chooseTab(tab);
}

/** Submits locations, tracks and alerts, where the connection takes them. */
export function SubmitPage() {
  const reading = useSubmissionMode();
  // The demo has what its service announces.
  const isSettable = useOpenSession()?.profile.isDemo === false;
  const given = useOpenedFile();
  const waiting = given?.trouble === null ? given : null;
  const tab = useTab();
  useOpenedDraft('submission', showDraft);
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  const isAgreed = waiting !== null && waiting.id === agreedTo;
  const isTrackOpen = useTrack(isTrackBegun);
  const drafts = useDrafts();
  // One that waited already when the page was opened is what a person came for.
  const [cameFor] = useState(waiting?.id ?? null);
  const isTyping = tab !== 'track' && drafts.has(draftKeys[tab]) && waiting?.id !== cameFor;
  const waitsFor = isTrackOpen ? 'track' : isTyping ? 'typing' : null;
  const opensFile = waiting !== null && (isAgreed || waitsFor === null);
  useEffect(() => {
    if (opensFile) chooseTab('track');
  }, [opensFile]);
  return (
    <div className={classes.page}>
      <div className={classes.toolbar}>
        <h1 className={classes.title}>Submit</h1>
        <span className={classes.quiet}>{otherReading[reading]}</span>
        {reading === 'submit' && isSettable && (
          <Button
            component="a"
            href="#/settings"
            size="compact-xs"
            variant="default"
            onClick={askForReadingSetting}
          >
            Change submission mode
          </Button>
        )}
      </div>
      {reading === 'query' ? (
        <div className={classes.notice}>
          {waiting && <OpenedFileNotice given={waiting} waitsFor="submissions" />}
          <Notice
            tone="info"
            title="This connection does not accept submissions"
            actions={
              <>
                <Button component="a" href="#/history" size="xs" variant="default">
                  Fetch history
                </Button>
                <Button
                  component="a"
                  href="#/settings"
                  size="xs"
                  variant="default"
                  onClick={askForReadingSetting}
                >
                  Settings of this account
                </Button>
              </>
            }
          >
            Its calls for locations and alerts are used as queries for a time range. Nothing can be
            sent from here.
            <KeptForms />
          </Notice>
        </div>
      ) : (
        <Tabs
          value={opensFile ? 'track' : tab}
          onChange={(next) => chooseTab((next ?? 'location') as Tab)}
          keepMounted={false}
          className={classes.tabs}
        >
          {waiting && waitsFor && !opensFile && (
            <div className={classes.notice}>
              <OpenedFileNotice
                given={waiting}
                waitsFor={waitsFor}
                onOpen={() => setAgreedTo(waiting.id)}
              />
            </div>
          )}
          <Tabs.List>
            <Tabs.Tab value="location">One location</Tabs.Tab>
            <Tabs.Tab value="track">A track from a file</Tabs.Tab>
            <Tabs.Tab value="alert">An alert</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="location" className={classes.panel}>
            <LocationForm />
          </Tabs.Panel>
          <Tabs.Panel value="track" className={classes.panel}>
            <TrackForm given={waiting && { id: waiting.id, isAgreed }} />
          </Tabs.Panel>
          <Tabs.Panel value="alert" className={classes.panel}>
            <AlertForm />
          </Tabs.Panel>
        </Tabs>
      )}
    </div>
  );
}
