import { Stack, Tabs } from '@mantine/core';
import { useEffect, useState } from 'react';
import { submitsAlerts } from '#shared/domain/session';
import type { OpenedFile } from '#shared/domain/submission';
import { draftStore, useDrafts, useOpenedDraft } from '#features/edits';
import { useOpenSession } from '#features/session';
import { showSetting } from '#features/settings';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { Notice } from '#ui/notice';
import { page } from '#ui/page';
import { openedFileNotice, useOpenedFile } from './opened-file';
import { useSubmissionMode } from './submission-mode';
import { chooseTab, draftKeys, tabOfDraft, useTab, useTrack, type Tab } from './submissions';
import { TrackForm } from './track-form';
import { isTrackBegun } from './track-store';
import { AlertForm, LocationForm } from './typed-forms';

/** Shows the tab of a draft that was chosen in the shell. */
function showDraft(key: string): void {
  const tab = tabOfDraft(key);
  if (tab) chooseTab(tab);
}

/** Submits locations, tracks and alerts, if the connection accepts them. */
export function SubmitPage() {
  const format = useFormat();
  const { t } = format;
  const mode = useSubmissionMode();
  useOpenedDraft('submission', showDraft);
  // The mode of the demo is the one its service announces.
  const isSettable = useOpenSession()?.profile.isDemo === false;
  const file = useOpenedFile();
  const waiting = file?.trouble === null ? file : null;
  return (
    <div className={page.page}>
      <div className={page.toolbar}>
        <h1 className={page.title}>{t('submit.title')}</h1>
        {mode !== 'query' && isSettable && (
          <ActionButton
            component="a"
            href="#/settings"
            size="compact-xs"
            onClick={() => showSetting('submissionMode')}
          >
            {t('submit.changeMode')}
          </ActionButton>
        )}
      </div>
      {mode === 'query' ? (
        <Stack gap={8} p={12}>
          {waiting && <Notice {...openedFileNotice(waiting, 'submissions', format)} />}
          <NotAccepted />
        </Stack>
      ) : (
        <SubmitTabs waiting={waiting} />
      )}
    </div>
  );
}

function NotAccepted() {
  const { t } = useFormat();
  return (
    <Notice
      tone="info"
      title={t('submit.notAccepted')}
      actions={
        <>
          <ActionButton component="a" href="#/history">
            {t('submit.notAccepted.history')}
          </ActionButton>
          <ActionButton
            component="a"
            href="#/settings"
            onClick={() => showSetting('submissionMode')}
          >
            {t('submit.notAccepted.settings')}
          </ActionButton>
        </>
      }
    >
      {t('submit.notAccepted.text')}
      <SavedForms />
    </Notice>
  );
}

/** The three kinds of submission. A waiting file opens unless it would interrupt the user's work. */
function SubmitTabs({ waiting }: { waiting: OpenedFile | null }) {
  const format = useFormat();
  const { t } = format;
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
      className={`${page.page} ${page.restBelow}`}
    >
      {waiting && waitsFor && !opensFile && (
        <Stack gap={8} p={12}>
          <Notice {...openedFileNotice(waiting, waitsFor, format, () => setAgreedTo(waiting.id))} />
        </Stack>
      )}
      <Tabs.List>
        <Tabs.Tab value="location">{t('submit.tab.location')}</Tabs.Tab>
        <Tabs.Tab value="track">{t('submit.tab.track')}</Tabs.Tab>
        <Tabs.Tab value="alert">{t('submit.tab.alert')}</Tabs.Tab>
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
  const { t } = useFormat();
  return (
    <Stack gap={8} p={12}>
      <Notice tone="info" title={t('submit.noAlerts')}>
        {t('submit.noAlerts.text')}
      </Notice>
    </Stack>
  );
}

/** Says that earlier entries are stored although their forms are not shown, and discards them. */
function SavedForms() {
  const { t } = useFormat();
  const drafts = useDrafts();
  const saved = Object.values(draftKeys).filter((key) => drafts.has(key));
  if (saved.length === 0) return null;
  return (
    <p>
      {t('submit.entriesStay')}{' '}
      <ActionButton
        size="compact-xs"
        onClick={() => {
          for (const key of saved) draftStore.discard(key);
        }}
      >
        {t('submit.discardEntries')}
      </ActionButton>
    </p>
  );
}
