import { useCallback, useMemo } from 'react';
import { useStore } from 'zustand';
import { groupLabel } from '#shared/domain/group';
import { userLabel } from '#shared/domain/user';
import { isNearSearch } from '#shared/places/near';
import { useSnoozeCommands } from '#features/alerts';
import { showShortcuts, type Command } from '#features/command';
import { showDiagnostics } from '#features/diagnostics';
import { openDraft, useDeviceLabels, useGroups, useUsers, typedPasswords } from '#features/edits';
import {
  fleetLayouts,
  layoutLooks,
  pickedIds,
  refreshFleet,
  savedViewsStore,
  showSavedView,
  useFleetStore,
  type FleetStore,
} from '#features/fleet';
import { showGroup } from '#features/groups';
import { usePlaces } from '#features/places';
import { openHandover } from '#features/handover';
import { showHelp } from '#features/help';
import { askForReport, shownInHistory, type Days, type ReportRequest } from '#features/history';
import { useMapCommands, useMapStore } from '#features/map';
import {
  openInWindow,
  switchAccount,
  useAccounts,
  useOpenSession,
  userAt,
  sessionMirror,
} from '#features/session';
import { namedSettings, showAdvanced, showSetting, useColourScheme } from '#features/settings';
import { useSubmissionMode } from '#features/submit';
import { tourStore } from '#features/tour';
import { showUser } from '#features/users';
import { noFilters } from '#engines/fleet';
import { api } from '#lib/api';
import { changeSettings } from '#lib/change-settings';
import { useFormat, currentFormat } from '#lib/use-format';
import { showFault } from '#lib/toasts';
import { openedStore } from './opened';
import { pageOnScreen, routes } from './routes';

// Everything that the search of the header finds, beside the devices: a thing that can be opened or done is
// added here, with the words that people use for it.

const none: readonly string[] = [];

const action = (name: string, run: () => void, keywords = ''): Command => ({
  kind: 'action',
  id: name,
  name,
  keywords,
  run,
});

/** Shows the fleet page with these filters alone. */
function showFleet(store: FleetStore, filters: Parameters<FleetStore['ask']>[0]): void {
  pageOnScreen.show('fleet');
  store.ask({ search: '', ...noFilters, ...filters });
}

function usePages(): Command[] {
  const takesSubmissions = useSubmissionMode() !== 'query';
  const { t } = useFormat();
  return useMemo(
    () =>
      routes
        .filter((route) => route !== 'submit' || takesSubmissions)
        .map((route): Command => ({
          kind: 'page',
          id: route,
          name: t(
            route === 'jobs' || route === 'journal' ? `app.command.${route}` : `app.page.${route}`,
          ),
          keywords: t(`app.page.${route}.keywords`),
          run: () => pageOnScreen.show(route),
        }))
        .concat({
          kind: 'page',
          id: 'advanced',
          name: t('app.command.advancedSettings'),
          keywords: t('app.command.advancedSettings.keywords'),
          run: showAdvanced,
        }),
    [takesSubmissions, t],
  );
}

function useActions(): Command[] {
  const store = useFleetStore();
  const scheme = useColourScheme();
  const isDemo = useOpenSession()?.profile.isDemo ?? false;
  const snoozes = useSnoozeCommands();
  const { t, timeZone, firstDay } = useFormat();
  return useMemo(() => {
    const create = (kind: 'user' | 'group') =>
      openDraft({ kind, key: `${kind}:new:${crypto.randomUUID()}` });
    return [
      action(
        t('app.command.refresh'),
        () => void refreshFleet(),
        t('app.command.refresh.keywords'),
      ),
      action(t('handover.title'), openHandover, t('app.command.sinceYouLeft.keywords')),
      action(
        t('reports.title'),
        () => askForReport(devicesOnScreen(store, { timeZone, firstDay })),
        t('app.command.report.keywords'),
      ),
      action(
        t('app.command.exportFleet'),
        () => showExport(store),
        t('app.command.exportFleet.keywords'),
      ),
      action(t('app.command.newUser'), () => create('user'), t('app.command.create.keywords')),
      action(t('app.command.newGroup'), () => create('group'), t('app.command.create.keywords')),
      action(
        t('app.command.addMap'),
        () => void api.maps.chooseFile(),
        t('app.command.addMap.keywords'),
      ),
      ...snoozes.map(({ name, run }) => action(name, run, t('app.command.mute.keywords'))),
      scheme === 'dark'
        ? action(t('app.command.lightTheme'), () => void changeSettings({ theme: 'light' }))
        : action(t('app.command.darkTheme'), () => void changeSettings({ theme: 'dark' })),
      action(
        t('command.does.mapWindow'),
        () => void api.app.openWindow({ shows: 'map', device: null }),
        t('app.window.keywords'),
      ),
      action(
        t('wall.open'),
        () => void api.app.openWindow({ shows: 'wall', views: [] }),
        t('wall.keywords'),
      ),
      action(
        t('app.window.page'),
        () => void api.app.openWindow({ shows: 'page', page: pageOnScreen.current() }),
        t('app.window.keywords'),
      ),
      action(t('diagnostics.title'), showDiagnostics, t('diagnostics.keywords')),
      action(t('command.shortcuts'), showShortcuts, t('command.shortcuts.keywords')),
      action(t('help.guide'), () => showHelp('guide'), t('help.guide.keywords')),
      action(t('help.news'), () => showHelp('news'), t('help.news.keywords')),
      action(t('help.problem'), () => showHelp('problem'), t('help.problem.keywords')),
      action(
        t('app.command.safeMode'),
        () => void api.app.restart({ isSafe: true }),
        t('app.command.safeMode.keywords'),
      ),
      isDemo
        ? action(t('tour.show'), showTour, t('app.command.tour.keywords'))
        : action(t('session.menu.lock'), () => void lockNow(), t('app.command.lock.keywords')),
    ];
  }, [store, scheme, isDemo, snoozes, t, timeZone, firstDay]);
}

/** What the page on screen is about: the track in History, else the selected devices or the one in details. */
function devicesOnScreen(store: FleetStore, days: Days): ReportRequest {
  if (pageOnScreen.current() === 'history') return shownInHistory(days);
  const picked = pickedIds();
  const { selected } = store.getState();
  return { deviceIds: picked.length > 0 || !selected ? picked : [selected.id] };
}

function showExport(store: FleetStore): void {
  pageOnScreen.show('fleet');
  // The page is shown first, so that the menu is beside its button.
  requestAnimationFrame(() => store.setExportOpen(true));
}

/** From its first step, which is about the map. */
function showTour(): void {
  tourStore.show();
  pageOnScreen.show('fleet');
}

function useLayouts(): Command[] {
  const store = useFleetStore();
  const { t } = useFormat();
  return useMemo(
    () =>
      fleetLayouts.map((layout) => ({
        kind: 'map',
        id: `layout:${layout}`,
        name: t('app.command.layout', { layout: t(layoutLooks[layout].name) }),
        keywords: t('app.command.layout.keywords'),
        run: () => {
          pageOnScreen.show('fleet');
          store.prefer({ layout });
        },
      })),
    [store, t],
  );
}

/** The tools of the map on the fleet page. */
function useMapTools(): Command[] {
  return useMapCommands(useMapStore()).map(({ name, keywords, run }) => ({
    kind: 'map',
    id: name,
    name,
    keywords,
    run: () => {
      pageOnScreen.show('fleet');
      // The map is visible again before its picture is taken.
      requestAnimationFrame(() => run());
    },
  }));
}

/** What belongs to the account: its groups, users and saved views. */
function useRecords(): Command[] {
  const store = useFleetStore();
  const { t } = useFormat();
  const places = usePlaces();
  const groups = useGroups();
  const users = useUsers();
  const views = useStore(savedViewsStore, (state) => state.views);
  return useMemo(
    () => [
      ...places.map((place): Command => ({
        kind: 'place',
        id: place.id,
        name: place.name,
        keywords: t('fleet.filter.place', { place: place.name }),
        note: t('app.command.placeDevices'),
        run: () => showFleet(store, { place: place.id }),
      })),
      ...groups.map((group): Command => ({
        kind: 'group',
        id: group.id,
        name: groupLabel(group),
        keywords: group.description ?? '',
        note: t('app.command.groupDevices'),
        run: () => showFleet(store, { group: group.id }),
      })),
      ...groups.map((group): Command => ({
        kind: 'page',
        id: `group:${group.id}`,
        name: t('app.command.group', { group: groupLabel(group) }),
        run: () => showGroup(group.id),
      })),
      ...users.map((user): Command => ({
        kind: 'user',
        id: user.id,
        name: userLabel(user),
        keywords: `${user.email ?? ''} ${user.description ?? ''}`,
        note: user.email ?? '',
        run: () => showUser(user.id),
      })),
      ...views.map((view): Command => ({
        kind: 'view',
        id: view.id,
        name: view.name,
        run: () => {
          pageOnScreen.show('fleet');
          showSavedView(store, view);
        },
      })),
    ],
    [store, t, places, groups, users, views],
  );
}

function useOtherAccounts(): Command[] {
  const accounts = useAccounts();
  const openId = useOpenSession()?.profile.id;
  const format = useFormat();
  return useMemo(
    () =>
      accounts
        .filter(({ id }) => id !== openId)
        .flatMap((profile): Command[] => {
          const account = userAt(profile, format);
          const keywords = format.t('session.accounts');
          return [
            {
              kind: 'action',
              id: `account:${profile.id}`,
              name: format.t('session.open.named', { account }),
              keywords,
              run: () => switchAccount(profile),
            },
            {
              kind: 'action',
              id: `account-window:${profile.id}`,
              name: format.t('session.openInWindow.named', { account }),
              keywords,
              run: () => void openInWindow(profile),
            },
          ];
        }),
    [accounts, openId, format],
  );
}

function useSettings(): Command[] {
  const { t } = useFormat();
  const session = useOpenSession();
  return useMemo(
    () =>
      namedSettings(session).map(({ key, name, keywords }): Command => ({
        kind: 'setting',
        id: key,
        name: t(name),
        keywords: t(keywords),
        run: () => showSetting(key),
      })),
    [t, session],
  );
}

/** Everything that the search of the header finds by its name, beside the devices. */
export function useCommands(): Command[] {
  const pages = usePages();
  const actions = useActions();
  const records = useRecords();
  const layouts = useLayouts();
  const tools = useMapTools();
  const accounts = useOtherAccounts();
  // What can be done at once needs no way to its place in Settings.
  const settings = useSettings().filter(({ name }) => !actions.some((one) => one.name === name));
  return [...records, ...pages, ...tools, ...layouts, ...actions, ...accounts, ...settings];
}

/** What a typed text means by itself: "near Lyon". */
export function useCommandOf(): (text: string) => Command | null {
  const store = useFleetStore();
  const { t } = useFormat();
  return useCallback(
    (text) =>
      isNearSearch(text)
        ? {
            kind: 'map',
            id: 'near',
            name: t('app.command.near', { search: text }),
            run: () => showFleet(store, { search: text }),
          }
        : null,
    [store, t],
  );
}

/** What was opened last and still exists, the newest first. */
export function useRecentCommands(
  commands: readonly Command[],
  onDevice: (id: string) => void,
): Command[] {
  const opened = useStore(openedStore);
  const deviceIds = useMemo(
    () => opened.flatMap(({ kind, id }) => (kind === 'device' ? [id] : none)),
    [opened],
  );
  const labels = useDeviceLabels(deviceIds);
  return useMemo(
    () =>
      opened.flatMap(({ kind, id }): Command[] => {
        if (kind !== 'device') {
          return commands.filter((command) => command.kind === kind && command.id === id);
        }
        const name = labels?.get(id);
        return name === undefined ? [] : [{ kind, id, name, run: () => onDevice(id) }];
      }),
    [opened, commands, labels, onDevice],
  );
}

/** Locks the open account; without a passphrase, shows where one is set. */
export async function lockNow(): Promise<void> {
  const session = sessionMirror.getState().value;
  if (session?.phase !== 'open' || session.profile.isDemo) return;
  if (session.copyStoredIn !== 'passphrase') return showSetting('passphrase');
  const outcome = await api.session.lock({ passwords: typedPasswords() });
  if (!outcome.ok) showFault(currentFormat().t('session.menu.lock'), outcome.fault);
}
