import { useMemo } from 'react';
import { CommandSearch, type Command } from '#features/command';
import { openDraft } from '#features/edits';
import { refreshFleet, useFleetStore } from '#features/fleet';
import { handoverMessages, openHandover } from '#features/handover';
import { reportMessages, reportStore } from '#features/reports';
import { useOpenSession } from '#features/session';
import { useColourScheme } from '#features/settings';
import { useSubmissionMode } from '#features/submit';
import { tourMessages, tourStore } from '#features/tour';
import { api } from '#lib/api';
import { changeSettings } from '#lib/change-settings';
import { actionNames, pageNames, texts } from './app-texts';
import { pageOnScreen, routes } from './routes';

/** From its first step, which is about the map. */
const showTour = () => {
  tourStore.show();
  pageOnScreen.show('fleet');
};

/** The search of the header with the pages and actions of this account. */
export function HeaderSearch() {
  const store = useFleetStore();
  const scheme = useColourScheme();
  const takesSubmissions = useSubmissionMode() !== 'query';
  const isDemo = useOpenSession()?.profile.isDemo ?? false;
  const commands = useMemo((): Command[] => {
    const pages = routes
      .filter((route) => route !== 'submit' || takesSubmissions)
      .map((route) => ({
        kind: 'page' as const,
        name: pageNames[route],
        run: () => pageOnScreen.show(route),
      }));
    const create = (kind: 'user' | 'group') =>
      openDraft({ kind, key: `${kind}:new:${crypto.randomUUID()}` });
    const action = (name: string, run: () => void) => ({ kind: 'action' as const, name, run });
    return [
      ...pages,
      action(texts.refreshNow, refreshFleet),
      action(reportMessages.title, () => reportStore.open(null)),
      action(handoverMessages.title, openHandover),
      action(actionNames.exportFleet, () => {
        pageOnScreen.show('fleet');
        // The page is shown first, so that the menu is beside its button.
        requestAnimationFrame(() => store.setExportOpen(true));
      }),
      action(actionNames.addMap, () => void api.maps.chooseFile()),
      action(texts.newUser, () => create('user')),
      action(texts.newGroup, () => create('group')),
      scheme === 'dark'
        ? action(texts.useTheLightTheme, () => void changeSettings({ theme: 'light' }))
        : action(texts.useTheDarkTheme, () => void changeSettings({ theme: 'dark' })),
      ...(isDemo ? [action(tourMessages.show, showTour)] : []),
    ];
  }, [scheme, store, takesSubmissions, isDemo]);
  return (
    <CommandSearch
      commands={commands}
      onDevice={(id) => {
        pageOnScreen.show('fleet');
        store.show(id);
      }}
    />
  );
}
