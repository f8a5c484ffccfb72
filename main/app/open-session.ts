import { randomUUID } from 'node:crypto';
import type { BrowserWindow } from 'electron';
import type { WaypostContract } from '#shared/ipc/contract';
import type { Notifier } from '#shared/ipc/define';
import type { HistoryHost } from '../features/history/host';
import type { DemoTiles } from '../features/maps/maps';
import type { SettingsStore } from '../features/settings/settings';
import type { NearestTowns } from '../files/towns';
import { asFault } from '../ipc/serve';
import { systemClock } from '../pace/clock';
import { createSession, type SessionFeature, type SessionOptions } from '../session/session';
import { computerTimeZone } from './computer';
import { startDemoService } from './demo-service';
import { networkWithConsent, type HostConsent } from './host-consent';
import { openNetwork } from './network';
import { withoutNames, type NoticeText } from './notice-text';
import { showNotification } from './notifications';

interface OpenSessionOptions extends Pick<
  SessionOptions,
  'cacheFolder' | 'profiles' | 'keychain' | 'firstPicture' | 'refreshPause'
> {
  settings: SettingsStore;
  consent: HostConsent;
  useDemoMap: (tiles: DemoTiles) => void;
  nearestTowns: NearestTowns;
  post: HistoryHost['post'];
  window: () => BrowserWindow | null;
  notify: Notifier<WaypostContract>;
  log: (line: string) => void;
}

/** The session on the network, the clock and the notifications of this computer. */
export function openSession(options: OpenSessionOptions): SessionFeature {
  const { settings, consent, notify, log } = options;

  const announce = (notice: NoticeText, onClick?: () => void) =>
    showNotification(
      settings.current().notifyWithoutNames ? withoutNames() : notice,
      options.window,
      onClick,
    );

  async function startDemo() {
    const service = await startDemoService();
    // The one service that needs no question: main started it itself.
    void service.ended.then(consent.allowOwn(service.url));
    options.useDemoMap(service.tiles);
    return service;
  }

  // Its first use reads the data of time zones, 15 ms: not in the turn that opens a new account.
  void options.firstPicture?.then(computerTimeZone);

  return createSession({
    cacheFolder: options.cacheFolder,
    profiles: options.profiles,
    keychain: options.keychain,
    firstPicture: options.firstPicture,
    ...networkWithConsent(consent, openNetwork()),
    clock: systemClock,
    random: Math.random,
    newId: randomUUID,
    startDemo,
    callsPerMinute: () => settings.current().callsPerMinute,
    refreshPause: options.refreshPause,
    refreshSettings: settings.current,
    onSession: notify.session.changed,
    onStatus: notify.status.changed,
    onFieldMapping: notify.fieldMapping.changed,
    onGroups: notify.groups.changed,
    onUsers: notify.users.changed,
    onDevice: notify.limits.changed,
    onListed: () => notify.limits.listed(undefined),
    onJournal: notify.journal.changed,
    onDraftSettled: notify.drafts.settled,
    onJobs: notify.jobs.changed,
    onAbsence: notify.handover.absenceChanged,
    warningDays: () => settings.current().expiryWarningDays,
    notify: (notice) => announce(notice),
    history: {
      settings: settings.current,
      post: options.post,
      onFetches: notify.history.fetchChanged,
      onAlertOverview: notify.alerts.changed,
      nearestTowns: options.nearestTowns,
      notify: ({ deviceId, ...notice }) =>
        announce(notice, () => notify.alerts.clicked({ deviceId })),
    },
    computerTimeZone,
    onBug: (error) => asFault(error, log),
  });
}
