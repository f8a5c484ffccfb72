import { EventEmitter } from 'node:events';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { app, powerMonitor } from 'electron';
import type { Account } from '#main/account/account';
import type { AppEvents } from '#main/account/account-services';
import { chosenTimeZone } from '#shared/domain/calendar';
import type { Link } from '#shared/domain/link';
import type { Notice } from '#shared/domain/notice';
import { unitsOf } from '#shared/domain/units';
import type { Translate } from '#shared/i18n/translate';
import { contract } from '#shared/ipc/contract';
import { channelOf } from '#shared/ipc/define';
import type { FleetDrawn } from '#shared/ipc/desktop';
import { openSettings, type SettingsStore } from '../features/settings/settings';
import { createStoredFileProblems, storedFile } from '../files/stored-files';
import { createNearestTowns, TownsFile } from '../files/towns';
import { createNotifier } from '#main/ipc/serve';
import { asFault } from '../ipc/serve';
import { systemClock } from '../pace/clock';
import { openKeychain } from '../secrets/keychain';
import { reportUnlisted } from '../session/offline-copy';
import type { SessionFeature } from '../session/session';
import { computerTimeZone } from './computer';
import { AppLanguage, clockOfSystem, systemLanguages } from './language';
import { followCallsForHelp, showBadge } from './badge';
import { createDialogs } from './dialogs';
import { allowedHostsSchema, HostConsent, networkWithConsent } from './host-consent';
import { openMaps } from './maps';
import { openNetwork } from './network';
import {
  type NotificationActions,
  removeNotifications,
  showNotification,
  whereItIs,
  withoutNames,
} from './notifications';
import { OpenedFiles } from './opened-files';
import { readPolicy } from './policy';
import { policySources } from './policy-sources';
import { Presence } from './presence';
import { startDemoService } from './processes';
import { restart } from './restart';
import type { AppWindow } from './window';
import { Workspaces, type Workspace } from './workspaces';

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
    clockOfSystem,
    onChanged: (next) => {
      notify.app.languageChanged(next);
      events.emit('language');
    },
  });
  events.on('settings', (next) => language.choose(next));
  const profilesFile = stored('profile.json');

  const keychain = openKeychain();
  const dialogs = createDialogs(() => window.inUse(), language.t);
  const consent = new HostConsent({
    ask: dialogs.askAboutHosts,
    memory: storedFile(stored('allowed-hosts.json'), 'allowedHosts', allowedHostsSchema, report),
    policy: { service: policy.allowedServiceHosts, map: policy.allowedMapHosts },
    presets: { service: policy.serviceAddress, map: policy.mapStyleUrl },
  });
  const maps = openMaps({
    userData,
    style: () => settings.current().mapStyleUrl,
    cityFile: path.join(assetsFolder, 'basemap', 'demo-city.pmtiles'),
    preset: policy.mapFiles,
    pickFile: dialogs.pickMapFile,
    consent,
    keychain,
    report,
    onFiles: notify.maps.filesChanged,
    onOffer: (offer, of) => window.sendTo(of, channelOf('maps', 'offerChanged'), offer),
    onOnlineMaps: notify.maps.onlineChanged,
  });
  /** The zone in which the settings write the moments of an account. */
  const timeZoneOf = (session: SessionFeature) =>
    chosenTimeZone(settings.current().timeZone, {
      account: session.openAccount()?.facts().accountTimeZone ?? null,
      computer: computerTimeZone(),
    });
  const townsFile = path.join(assetsFolder, 'basemap', 'towns.bin');
  const towns = new TownsFile(townsFile, log);
  const presence = new Presence({
    power: powerMonitor,
    settings: settings.current,
    isWindowVisible: () => window.isVisible(),
    now: systemClock.now,
    every: (delayMs, run) => setInterval(run, delayMs),
  });
  const workspaces: Workspaces = new Workspaces({
    window,
    report,
    profilesFile,
    t: language.t,
    settings,
    services: {
      cacheFolder: stored('cache'),
      keychain,
      firstPicture,
      ...networkWithConsent(consent, openNetwork()),
      clock: systemClock,
      random: Math.random,
      newId: randomUUID,
      startDemo: () => startDemo(consent),
      computerTimeZone,
      onBug: (error) => asFault(error, log),
    },
    refreshPause: (isVisible) => presence.refreshPause(isVisible),
    nearestTowns: (session) =>
      createNearestTowns({
        towns,
        distanceUnit: () => unitsOf(settings.current()).distance,
        places: () => session().openAccount()?.places.index() ?? null,
        streets: (positions) => {
          const current = session().current();
          const isDemo = current.phase === 'open' && current.profile.isDemo;
          return maps.streets(positions, language.current().tag, { isDemo });
        },
        language,
      }),
    onOpened: (workspace) => {
      notifyWindows(workspace);
      showNotices(workspace, settings, {
        t: () => language.inZone(timeZoneOf(workspace.session)),
        nameOf: () => workspaces.nameOf(workspace),
      });
      workspace.events.on('locked', () => {
        removeNotifications(workspace.id);
        // So that no record and no text of the user stays in their memory.
        window.reload(workspace.id);
      });
    },
  });
  const openedFiles: OpenedFiles = new OpenedFiles(
    randomUUID,
    () => workspaces.inUse().id,
    () => {
      for (const each of workspaces.all())
        each.notify.openedFiles.changed(openedFiles.current(each.id));
    },
  );
  workspaces.on('closed', ({ id }) => openedFiles.closed(id));

  window.on('endedAgain', () => {
    void dialogs.askAfterCrash().then((wanted) => {
      if (wanted === 'reload') window.reload();
      else if (wanted === 'safeMode') restart({ isSafe: true });
      else app.quit();
    });
  });
  reportUnlisted(stored('cache'), workspaces.main.session, report);
  events.on('settings', () => {
    for (const each of workspaces.all()) each.notify.settings.changed(each.settings.current());
  });
  const showWindow = () => window.show(report);
  sayWhereItIs(window, events, settings, { t: language.t, showWindow });
  const callsForHelp = () =>
    workspaces.all().reduce((sum, { waiting }) => sum + (waiting()?.sos ?? 0), 0);
  const badge = followCallsForHelp(callsForHelp, settings.current, (count) =>
    showBadge(count, window.current(), language.t('desktop.badge', { count })),
  );
  workspaces.on('waiting', badge.update);
  events.on('settings', badge.update);
  // On Windows the dot is on the window, and another one has none.
  if (process.platform === 'win32') window.on('changed', badge.showAgain);
  // The windows are asked first, because they have what was typed and is stored nowhere.
  const lock = () => {
    for (const { id, session } of workspaces.all()) {
      if (window.has(id)) session.askToLock();
      else session.lock();
    }
  };
  followPresence(presence, workspaces, window, lock);
  events.on('settings', () => {
    for (const { session } of workspaces.all()) session.openAccount()?.expiryWarnings.check();
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
    timeZoneOf,
    townsFile,
    workspaces,
    openedFiles,
    /** Locks every open account with a passphrase; the window says where one is set if none has. */
    lockNow: () =>
      workspaces.all().some(({ session }) => session.canLock())
        ? lock()
        : ask.session.lockAsked(undefined),
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

/** The events of an account that its windows show. */
function notifyWindows({ events, notify, settings }: Workspace): void {
  let account: string | null = null;
  events
    .on('lockAsked', () => notify.session.lockAsked(undefined))
    .on('session', (next) => {
      const id = next.phase === 'open' ? next.profile.id : null;
      // Before the account is shown, which may have others.
      if (id !== account) notify.settings.changed(settings.current());
      account = id;
      notify.session.changed(next);
    })
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
  workspace: Workspace,
  settings: SettingsStore,
  { t, nameOf }: { t: () => Translate; nameOf: () => string | null },
): void {
  const { id: of, session, events, links } = workspace;
  const tell = (notice: Notice, open: () => void, actions?: NotificationActions) => {
    if (settings.current().notifyWithoutNames)
      return showNotification(withoutNames, t(), open, { of });
    const name = nameOf();
    const body = name === null ? notice.body : [name, ...notice.body];
    showNotification({ ...notice, body }, t(), open, { of, actions });
  };
  let account = '';
  events
    .on('session', (next) => {
      const id = next.phase === 'open' ? next.profile.id : '';
      // A click must not look for the device of one account in another.
      if (id !== account) removeNotifications(of);
      account = id;
    })
    .on('notice', (notice) => {
      if (session.current().phase !== 'locked') tell(notice, workspace.show);
    })
    .on('alertNotice', ({ deviceId, callAt, page, ...notice }) => {
      if (session.current().phase === 'locked') return;
      const open = () => {
        workspace.show();
        links.came(linkOf(deviceId, callAt, page));
      };
      if (deviceId === null || callAt === null) return tell(notice, open);
      const acknowledge = () => {
        // While it is being loaded, the page shows what there is to acknowledge.
        if (!session.openAccount()?.alertLog.acknowledgeReport(deviceId, callAt)) open();
      };
      tell(notice, open, [
        { label: t()('alerts.acknowledge'), run: acknowledge },
        { label: t()('alerts.notice.open'), run: open },
      ]);
    });
}

function linkOf(deviceId: string | null, callAt: number | null, page: string): Link {
  if (deviceId === null) return { kind: 'page', id: page };
  if (callAt === null) return { kind: 'device', id: deviceId };
  return { kind: 'alerts', id: deviceId, at: callAt };
}

/** What the open accounts do when the user leaves and comes back. */
function followPresence(
  presence: Presence,
  workspaces: Workspaces,
  window: AppWindow,
  lock: () => void,
): void {
  const each = (run: (account: Account) => void) => {
    for (const { session } of workspaces.all()) {
      const account = session.openAccount();
      if (account) run(account);
    }
  };
  const pauseChanged = () => each((account) => account.pauseChanged());
  window.on('changed', () => {
    presence.check();
    // The windows of one account may be hidden while those of another are not.
    if (workspaces.all().length > 1) pauseChanged();
  });
  presence
    .on('pause', pauseChanged)
    .on('left', (agoMs) => each(({ handover }) => handover.left(agoMs)))
    .on('returned', () => each(({ handover }) => handover.returned()))
    // Timers did not run while the computer slept, so the status is out of date.
    .on('woke', () => each((account) => account.wake()))
    .on('lock', lock);
}
