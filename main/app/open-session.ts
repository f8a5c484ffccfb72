import { EventEmitter } from 'node:events';
import { randomUUID } from 'node:crypto';
import type { BrowserWindow } from 'electron';
import type { AppEvents } from '#main/account/account-services';
import type { HistoryMessage } from '#shared/history/columns';
import type { WaypostContract } from '#shared/ipc/contract';
import type { Notifier } from '#shared/ipc/define';
import type { SettingsStore } from '../features/settings/settings';
import { asFault } from '../ipc/serve';
import { systemClock } from '../pace/clock';
import type { SessionServices } from '../session/open-account';
import { SessionFeature } from '../session/session';
import { computerTimeZone } from './computer';
import { startDemoService } from './demo-service';
import { networkWithConsent, type HostConsent } from './host-consent';
import { openNetwork } from './network';
import { withoutNames, type NoticeText } from './notice-text';
import { showNotification } from './notifications';

interface OpenSessionOptions extends Pick<
  SessionServices,
  'cacheFolder' | 'profiles' | 'keychain' | 'firstPicture' | 'refreshPause'
> {
  settings: SettingsStore;
  consent: HostConsent;
  nearestTowns: NonNullable<SessionServices['nearestTowns']>;
  post: (message: HistoryMessage) => void;
  window: () => BrowserWindow | null;
  notify: Notifier<WaypostContract>;
  log: (line: string) => void;
}

/** The session on the network, the clock and the notifications of this computer. */
export function openSession(options: OpenSessionOptions): SessionFeature {
  const { settings, consent, log } = options;
  const events = new EventEmitter<AppEvents>();
  notifyWindow(events, options.notify, options.post);
  showNotices(events, options);

  async function startDemo() {
    const service = await startDemoService();
    // The one service that needs no question: main started it itself.
    void service.ended.then(consent.allowOwn(service.url));
    return service;
  }

  // Its first use reads the data of time zones, 15 ms: not in the turn that opens a new account.
  void options.firstPicture?.then(computerTimeZone);

  return new SessionFeature({
    events,
    settings: settings.current,
    cacheFolder: options.cacheFolder,
    profiles: options.profiles,
    keychain: options.keychain,
    firstPicture: options.firstPicture,
    ...networkWithConsent(consent, openNetwork()),
    clock: systemClock,
    random: Math.random,
    newId: randomUUID,
    startDemo,
    refreshPause: options.refreshPause,
    nearestTowns: options.nearestTowns,
    computerTimeZone,
    onBug: (error) => asFault(error, log),
  });
}

/** The events of the open account that the window shows. */
function notifyWindow(
  events: EventEmitter<AppEvents>,
  notify: Notifier<WaypostContract>,
  post: (message: HistoryMessage) => void,
): void {
  events
    .on('session', notify.session.changed)
    .on('status', notify.status.changed)
    .on('fieldMapping', notify.fieldMapping.changed)
    .on('groups', notify.groups.changed)
    .on('users', notify.users.changed)
    .on('device', notify.limits.changed)
    .on('listed', () => notify.limits.listed(undefined))
    .on('journal', notify.journal.changed)
    .on('draftSettled', notify.drafts.settled)
    .on('jobs', notify.jobs.changed)
    .on('absence', notify.handover.absenceChanged)
    .on('fetches', notify.history.fetchChanged)
    .on('track', post)
    .on('alertOverview', notify.alerts.changed);
}

function showNotices(
  events: EventEmitter<AppEvents>,
  { settings, window, notify }: Pick<OpenSessionOptions, 'settings' | 'window' | 'notify'>,
): void {
  const show = (notice: NoticeText, onClick?: () => void) =>
    showNotification(
      settings.current().notifyWithoutNames ? withoutNames() : notice,
      window,
      onClick,
    );
  events
    .on('notice', (notice) => show(notice))
    .on('alertNotice', ({ deviceId, ...notice }) =>
      show(notice, () => notify.alerts.clicked({ deviceId })),
    );
}
