import { EventEmitter } from 'node:events';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { app, powerMonitor } from 'electron';
import type { AppEvents } from '#main/account/account-services';
import type { Link } from '#shared/domain/link';
import { unitsOf } from '#shared/domain/units';
import type { Translate } from '#shared/i18n/translate';
import { contract, type WaypostContract } from '#shared/ipc/contract';
import type { Notifier } from '#shared/ipc/define';
import type { FleetDrawn } from '#shared/ipc/desktop';
import { openSettings, type SettingsStore } from '../features/settings/settings';
import { createStoredFileProblems, storedText } from '../files/stored-files';
import { createNearestTowns } from '../files/towns';
import { createNotifier } from '#main/ipc/serve';
import { asFault } from '../ipc/serve';
import { systemClock } from '../pace/clock';
import { openKeychain } from '../secrets/keychain';
import { reportUnlisted } from '../session/offline-copy';
import { openProfiles } from '../session/profiles';
import { SessionFeature } from '../session/session';
import { computerTimeZone } from './computer';
import { AppLanguage, systemLanguages } from './language';
import { followCallsForHelp, showBadge } from './badge';
import { createLinks } from './deep-links';
import { createDialogs } from './dialogs';
import { allowedHostsSchema, HostConsent, networkWithConsent } from './host-consent';
import { openMaps } from './maps';
import { openNetwork } from './network';
import { removeNotifications, showNotification, whereItIs, withoutNames } from './notifications';
import { OpenedFiles } from './opened-files';
import { readPolicy } from './policy';
import { policySources } from './policy-sources';
import { Presence } from './presence';
import { startDemoService } from './processes';
import { restart } from './restart';
import type { AppWindow } from './window';

/** The network waits this long for the first picture, which a hidden window may not draw. */
const firstPictureMs = 3_000;

export type Services = ReturnType<typeof createServices>;

/** Everything that lives as long as the app, in the order in which one needs another. */
export function createServices({
  window,
  assetsFolder,
  userData,
  isSafeMode,
  log,
}: {
  window: AppWindow;
  assetsFolder: string;
  userData: string;
  /** What may keep Waypost from starting is left out. */
  isSafeMode: boolean;
  log: (line: string) => void;
}) {
  const stored = (name: string) => path.join(userData, name);
  const events = new EventEmitter<AppEvents>();
  const notify = createNotifier(contract, (channel, payload) => window.send(channel, payload));
  const ask = createNotifier(contract, (channel, payload) => window.sendToOne(channel, payload));
  const storedFiles = createStoredFileProblems(notify.storedFiles.changed);
  const { report } = storedFiles;
  const drawn = Promise.withResolvers<FleetDrawn>();
  const firstPicture = Promise.race([
    drawn.promise,
    new Promise((resolve) => void setTimeout(resolve, firstPictureMs)),
  ]);

  const policy = readPolicy(policySources(process.platform), log);
  const profiles = openProfiles(stored('profile.json'), report);
  const settings = openSettings(
    stored('settings.json'),
    (next) => events.emit('settings', next),
    policy.mapStyleUrl === null ? {} : { mapStyleUrl: policy.mapStyleUrl },
    report,
    isSafeMode ? { mapStyleUrl: '' } : {},
  );
  const language = new AppLanguage({
    folder: path.join(assetsFolder, '..', 'locales'),
    choice: settings.current(),
    ofSystem: systemLanguages,
    onChanged: (next) => {
      notify.app.languageChanged(next);
      events.emit('language');
    },
  });
  events.on('settings', (next) => language.choose(next));
  reportUnlisted(stored('cache'), profiles, report);

  const keychain = openKeychain();
  const dialogs = createDialogs(() => window.inUse(), language.t);
  const consent = new HostConsent({
    ask: dialogs.askAboutHosts,
    memory: storedText(stored('allowed-hosts.json'), 'allowedHosts', allowedHostsSchema, report),
    policy: { service: policy.allowedServiceHosts, map: policy.allowedMapHosts },
    presets: { service: policy.serviceAddress, map: policy.mapStyleUrl },
  });
  const maps = openMaps({
    userData,
    style: () => settings.current().mapStyleUrl,
    preset: policy.mapFiles,
    pickFile: dialogs.pickMapFile,
    consent,
    keychain,
    report,
    onFiles: notify.maps.filesChanged,
    onOffer: notify.maps.offerChanged,
    onOnlineMaps: notify.maps.onlineChanged,
  });
  const townsFile = path.join(assetsFolder, 'basemap', 'towns.bin');
  const nearestTowns = createNearestTowns({
    file: townsFile,
    distanceUnit: () => unitsOf(settings.current()).distance,
    places: () => session.openAccount()?.places.index() ?? null,
    language,
    log,
  });

  const presence = new Presence({
    power: powerMonitor,
    settings: settings.current,
    isWindowVisible: () => window.isVisible(),
    now: systemClock.now,
    every: (delayMs, run) => setInterval(run, delayMs),
  });
  const session = new SessionFeature({
    events,
    settings: settings.current,
    cacheFolder: stored('cache'),
    profiles,
    keychain,
    firstPicture,
    ...networkWithConsent(consent, openNetwork()),
    clock: systemClock,
    random: Math.random,
    newId: randomUUID,
    startDemo: () => startDemo(consent),
    refreshPause: () => presence.refreshPause(),
    nearestTowns,
    computerTimeZone,
    onBug: (error) => asFault(error, log),
  });
  const links = createLinks(() => notify.links.came(undefined));
  const openedFiles = new OpenedFiles(randomUUID, notify.openedFiles.changed);

  window.on('endedAgain', () => {
    void dialogs.askAfterCrash().then((wanted) => {
      if (wanted === 'reload') window.reload();
      else if (wanted === 'safeMode') restart({ isSafe: true });
      else app.quit();
    });
  });
  notifyWindow(events, notify);
  const showWindow = () => window.show(report);
  showNotices(events, settings, { t: language.t, session, showWindow, links });
  sayWhereItIs(window, events, settings, { t: language.t, showWindow });
  const showCalls = followCallsForHelp(events, settings.current, (count) =>
    showBadge(count, window.current(), language.t('desktop.badge', { count })),
  );
  // On Windows the dot is on the window, and another one has none.
  if (process.platform === 'win32') window.on('changed', showCalls);
  // The windows are asked first, because they have what was typed and is stored nowhere.
  const lock = () => (window.inUse() ? session.askToLock() : session.lock());
  followPresence(presence, session, window, lock);
  window.on('closed', (closed) => session.windowClosed(closed));
  events.on('lockAsked', () => notify.session.lockAsked(undefined));
  events.on('locked', () => {
    removeNotifications();
    // So that no record and no text of the user stays in their memory.
    window.reload();
  });
  events.on('settings', () => {
    session.openAccount()?.expiryWarnings.check();
    presence.check();
  });

  return {
    userData,
    isSafeMode,
    log,
    events,
    notify,
    ask,
    language,
    policy,
    storedFiles,
    settings,
    dialogs,
    consent,
    keychain,
    maps,
    townsFile,
    nearestTowns,
    session,
    links,
    openedFiles,
    /** Locks the open account; the window says where a passphrase is set if there is none. */
    lockNow: () => (session.canLock() ? lock() : ask.session.lockAsked(undefined)),
    /** When the window has drawn the fleet. */
    drawn,
    /** The same, or that it took too long. */
    firstPicture,
  };
}

/** The one service that needs no question: main started it itself. */
async function startDemo(consent: HostConsent) {
  const service = await startDemoService();
  void service.ended.then(consent.allowOwn(service.url));
  return service;
}

/** The events that the window shows. */
function notifyWindow(events: EventEmitter<AppEvents>, notify: Notifier<WaypostContract>): void {
  events
    .on('settings', notify.settings.changed)
    .on('session', notify.session.changed)
    .on('status', notify.status.changed)
    .on('fieldMapping', notify.fieldMapping.changed)
    .on('groups', notify.groups.changed)
    .on('users', notify.users.changed)
    .on('device', notify.limits.changed)
    .on('listed', () => notify.limits.listed(undefined))
    .on('journal', notify.journal.changed)
    .on('draftSettled', notify.drafts.changed)
    .on('jobs', notify.jobs.changed)
    .on('absence', notify.handover.absenceChanged)
    .on('snoozes', notify.snoozes.changed)
    .on('placeEvents', notify.placeRules.changed)
    .on('fetches', notify.history.fetchChanged)
    .on('alertOverview', notify.alerts.changed);
}

/** Says where Waypost is when its window was closed for the first time since that keeps it running. */
function sayWhereItIs(
  window: AppWindow,
  events: EventEmitter<AppEvents>,
  settings: SettingsStore,
  { t, showWindow }: { t: Translate; showWindow: () => void },
): void {
  let isSaid = settings.current().closeToTray;
  events.on('settings', ({ closeToTray }) => (isSaid &&= closeToTray));
  window.on('kept', () => {
    if (!isSaid) showNotification(whereItIs, t, showWindow);
    isSaid = true;
  });
}

/** Native notifications: a click shows what they are about, and a call for help can be acknowledged. */
function showNotices(
  events: EventEmitter<AppEvents>,
  settings: SettingsStore,
  {
    t,
    session,
    showWindow,
    links,
  }: {
    t: Translate;
    session: SessionFeature;
    showWindow: () => void;
    links: { came(link: Link): void };
  },
): void {
  let account = '';
  events
    .on('session', (next) => {
      const id = next.phase === 'open' ? next.profile.id : '';
      // A click must not look for the device of one account in another.
      if (id !== account) removeNotifications();
      account = id;
    })
    .on('notice', (notice) => {
      if (session.current().phase === 'locked') return;
      const hidesNames = settings.current().notifyWithoutNames;
      showNotification(hidesNames ? withoutNames : notice, t, showWindow);
    })
    .on('alertNotice', ({ deviceId, callAt, ...notice }) => {
      if (session.current().phase === 'locked') return;
      const open = () => {
        showWindow();
        links.came(linkOf(deviceId, callAt));
      };
      if (settings.current().notifyWithoutNames) return showNotification(withoutNames, t, open);
      if (deviceId === null || callAt === null) return showNotification(notice, t, open);
      const acknowledge = () => {
        // While it is being loaded, the page shows what there is to acknowledge.
        if (!session.openAccount()?.alertLog.acknowledgeReport(deviceId, callAt)) open();
      };
      showNotification(notice, t, open, [
        { label: t('alerts.acknowledge'), run: acknowledge },
        { label: t('alerts.notice.open'), run: open },
      ]);
    });
}

function linkOf(deviceId: string | null, callAt: number | null): Link {
  if (deviceId === null) return { kind: 'page', id: 'alerts' };
  if (callAt === null) return { kind: 'device', id: deviceId };
  return { kind: 'alerts', id: deviceId, at: callAt };
}

/** What the open account does when the user leaves and comes back. */
function followPresence(
  presence: Presence,
  session: SessionFeature,
  window: AppWindow,
  lock: () => void,
): void {
  window.on('changed', () => presence.check());
  presence
    .on('pause', () => session.openAccount()?.pauseChanged())
    .on('left', (agoMs) => session.openAccount()?.handover.left(agoMs))
    .on('returned', () => session.openAccount()?.handover.returned())
    // Timers did not run while the computer slept, so the status is out of date.
    .on('woke', () => session.openAccount()?.wake())
    .on('lock', lock);
}
