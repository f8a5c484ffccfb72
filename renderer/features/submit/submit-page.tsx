import { Button, Tabs } from '@mantine/core';
import { Notice } from '#ui/notice';
import { AlertForm } from './alert-form';
import { LocationForm } from './location-form';
import { askForReadingSetting, otherReading, useReading } from './reading';
import classes from './submit.module.css';
import { TrackForm } from './track-form';

/** Submits locations, tracks and alerts, where the connection takes them. */
export function SubmitPage() {
  const reading = useReading();
  return (
    <div className={classes.page}>
      <div className={classes.toolbar}>
        <h1 className={classes.title}>Submit</h1>
        <span className={classes.quiet}>
          {otherReading[reading]}
          {reading === 'submit' && (
            <>
              {' '}
              <a href="#/settings" onClick={askForReadingSetting}>
                Change how they are read
              </a>
            </>
          )}
        </span>
      </div>
      {reading === 'query' ? (
        <div className={classes.notice}>
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
        <Tabs defaultValue="location" keepMounted={false} className={classes.tabs}>
          <Tabs.List>
            <Tabs.Tab value="location">One location</Tabs.Tab>
            <Tabs.Tab value="track">A track from a file</Tabs.Tab>
            <Tabs.Tab value="alert">An alert</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="location" className={classes.panel}>
            <LocationForm />
          </Tabs.Panel>
          <Tabs.Panel value="track" className={classes.panel}>
            <TrackForm />
          </Tabs.Panel>
          <Tabs.Panel value="alert" className={classes.panel}>
            <AlertForm />
          </Tabs.Panel>
        </Tabs>
      )}
    </div>
  );
}
