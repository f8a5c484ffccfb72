import { useCallback, useMemo } from 'react';
import { useStore } from 'zustand';
import { groupLabel } from '#shared/domain/group';
import { userLabel } from '#shared/domain/user';
import { isNearSearch } from '#shared/places/near';
import { useSnoozeCommands } from '#features/alerts';
import { showShortcuts, type Command } from '#features/command';
import { openDraft, useDeviceLabels, useGroups, useUsers } from '#features/edits';
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
import { openHandover } from '#features/handover';
import { askForReport, shownInHistory, type ReportRequest } from '#features/history';
import { useMapCommands, useMapStore } from '#features/map';
import { reportMessages } from '#features/reports';
import { useOpenSession } from '#features/session';
import { foundSettings, showAdvanced, useColourScheme } from '#features/settings';
import { useSubmissionMode } from '#features/submit';
import { tourStore } from '#features/tour';
import { showUser } from '#features/users';
import { noFilters } from '#engines/fleet';
import { api } from '#lib/api';
import { changeSettings } from '#lib/change-settings';
import { useFormat } from '#lib/use-format';
import {
  actionKeywords,
  actionNames,
  commandMessages,
  pageNames,
  pageKeywords,
  texts,
} from './app-texts';
import { openedStore } from './opened';
import { isActivity, pageOnScreen, routes } from './routes';

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
  return useMemo(
    () =>
      routes
        .filter((route) => route !== 'submit' || takesSubmissions)
        .map((route): Command => ({
          kind: 'page',
          id: route,
          name: isActivity(route)
            ? commandMessages.activityTab(pageNames[route])
            : pageNames[route],
          keywords: pageKeywords[route],
          run: () => pageOnScreen.show(route),
        }))
        .concat({
          kind: 'page',
          id: 'advanced',
          name: actionNames.advancedSettings,
          keywords: actionKeywords.advancedSettings,
          run: showAdvanced,
        }),
    [takesSubmissions],
  );
}

function useActions(): Command[] {
  const store = useFleetStore();
  const scheme = useColourScheme();
  const isDemo = useOpenSession()?.profile.isDemo ?? false;
  const snoozes = useSnoozeCommands();
  const { t, timeZone } = useFormat();
  return useMemo(() => {
    const create = (kind: 'user' | 'group') =>
      openDraft({ kind, key: `${kind}:new:${crypto.randomUUID()}` });
    return [
      action(texts.refreshNow, () => void refreshFleet(), actionKeywords.refresh),
      action(handoverMessages.title, openHandover, actionKeywords.sinceYouLeft),
      action(
        reportMessages.title,
        () => askForReport(devicesOnScreen(store, timeZone)),
        actionKeywords.report,
      ),
      action(actionNames.exportFleet, () => showExport(store), actionKeywords.exportFleet),
      action(texts.newUser, () => create('user'), actionKeywords.create),
      action(texts.newGroup, () => create('group'), actionKeywords.create),
      action(actionNames.addMap, () => void api.maps.chooseFile(), actionKeywords.addMap),
      ...snoozes.map(({ name, run }) => action(name, run, actionKeywords.snooze)),
      scheme === 'dark'
        ? action(texts.useTheLightTheme, () => void changeSettings({ theme: 'light' }))
        : action(texts.useTheDarkTheme, () => void changeSettings({ theme: 'dark' })),
      action(t('command.shortcuts'), showShortcuts, t('command.shortcuts.keywords')),
      ...(isDemo ? [action(t('tour.show'), showTour, actionKeywords.tour)] : []),
    ];
  }, [store, scheme, isDemo, snoozes, t, timeZone]);
}

/** What the page on screen is about: the track in History, else the selected devices or the one in details. */
function devicesOnScreen(store: FleetStore, timeZone: string): ReportRequest {
  if (pageOnScreen.current() === 'history') return shownInHistory(timeZone);
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

/** The layouts of the fleet page. */
function useLayouts(): Command[] {
  const store = useFleetStore();
  return useMemo(
    () =>
      fleetLayouts.map((layout) => ({
        kind: 'map',
        id: `layout:${layout}`,
        name: commandMessages.layout(layoutLooks[layout].name),
        keywords: actionKeywords.layout,
        run: () => {
          pageOnScreen.show('fleet');
          store.prefer({ layout });
        },
      })),
    [store],
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
  const groups = useGroups();
  const users = useUsers();
  const views = useStore(savedViewsStore, (state) => state.views);
  return useMemo(
    () => [
      ...groups.map((group): Command => ({
        kind: 'group',
        id: group.id,
        name: groupLabel(group),
        keywords: group.description ?? '',
        note: texts.itsDevices,
        run: () => showFleet(store, { group: group.id }),
      })),
      ...groups.map((group): Command => ({
        kind: 'page',
        id: `group:${group.id}`,
        name: commandMessages.group(groupLabel(group)),
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
    [store, groups, users, views],
  );
}

function useSettings(): Command[] {
  const { t } = useFormat();
  return useMemo(
    () =>
      foundSettings.map(({ id, name, keywords, run }): Command => ({
        kind: 'setting',
        id,
        name: t(name),
        keywords: t(keywords),
        run,
      })),
    [t],
  );
}

/** Everything that the search of the header finds by its name, beside the devices. */
export function useCommands(): Command[] {
  const pages = usePages();
  const actions = useActions();
  const records = useRecords();
  const layouts = useLayouts();
  const tools = useMapTools();
  const settings = useSettings();
  return [...records, ...pages, ...tools, ...layouts, ...actions, ...settings];
}

/** What a typed text means by itself: "near Lyon". */
export function useCommandOf(): (text: string) => Command | null {
  const store = useFleetStore();
  return useCallback(
    (text) =>
      isNearSearch(text)
        ? {
            kind: 'map',
            id: 'near',
            name: commandMessages.devicesNear(text),
            run: () => showFleet(store, { search: text }),
          }
        : null,
    [store],
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
