import { Button, Tabs } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useOpenSession } from '#features/connect';
import { Notice } from '#ui/notice';
import { AlertForm } from './alert-form';
import { useGivenFile } from './given-file';
import { GivenFileNotice } from './given-file-notice';
import { LocationForm } from './location-form';
import { askForReadingSetting, otherReading, useReading } from './reading';
import classes from './submit.module.css';
import { TrackForm } from './track-form';

/** Submits locations, tracks and alerts, where the connection takes them. */
export function SubmitPage() {
  const reading = useReading();
  // The demo has what its service announces.
  const isSettable = useOpenSession()?.profile.isDemo === false;
  const given = useGivenFile();
  const waiting = given?.trouble === null ? given : null;
  const [tab, setTab] = useState<string | null>('location');
  const [isBegun, setBegun] = useState(false);
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  const isAgreed = waiting !== null && waiting.id === agreedTo;
  // What is filled in on another tab goes with it, so that it is left only when a person says so.
  const opensFile = waiting !== null && (isAgreed || !isBegun);
  useEffect(() => {
    if (opensFile) setTab('track');
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
            Change how they are read
          </Button>
        )}
      </div>
      {reading === 'query' ? (
        <div className={classes.notice}>
          {waiting && <GivenFileNotice given={waiting} waitsFor="submissions" />}
          <Notice
            tone="info"
            title="This connection does not take submissions"
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
            Its calls for locations and alerts are read as questions for a time range. Nothing can
            be sent from here.
          </Notice>
        </div>
      ) : (
        <Tabs
          value={opensFile ? 'track' : tab}
          onChange={setTab}
          keepMounted={false}
          className={classes.tabs}
        >
          {waiting && !opensFile && (
            <div className={classes.notice}>
              <GivenFileNotice
                given={waiting}
                waitsFor="begun"
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
            <LocationForm onBegun={setBegun} />
          </Tabs.Panel>
          <Tabs.Panel value="track" className={classes.panel}>
            <TrackForm given={waiting && { id: waiting.id, isAgreed }} onBegun={setBegun} />
          </Tabs.Panel>
          <Tabs.Panel value="alert" className={classes.panel}>
            <AlertForm onBegun={setBegun} />
          </Tabs.Panel>
        </Tabs>
      )}
    </div>
  );
}
