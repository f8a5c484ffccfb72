import { useEffect } from 'react';
import { furtherWindowSchema } from '#shared/domain/window';
import type { Outcome } from '#shared/fault';
import type { ViewState } from '#shared/domain/view-state';
import { layoutLooks, type FleetStore } from '#features/fleet';
import type { MapStore } from '#features/map';
import { useAccountMark } from '#features/session';
import { api } from '#lib/api';
import { useFormat } from '#lib/use-format';
import { useRoute } from './routes';

/** What this window shows; null: it is the main window. */
export const shownHere = furtherWindowOf(window.location);

const deviceHere = shownHere?.shows === 'map' ? shownHere.device : null;

/** What the wall screen in this window shows, as it was asked for; null: it is another window. */
export const wallHere = shownHere?.shows === 'wall' ? shownHere.views : null;

/** The map without what surrounds it. On another page the window is like any other. */
export const useIsMapAlone = (): boolean => useRoute() === 'fleet' && shownHere?.shows === 'map';

/** A further window begins with what the main one shows, but for its selection, and leaves it at that. */
export const viewStateHere = {
  async read(): Promise<Outcome<ViewState | null>> {
    if (wallHere) return { ok: true, value: null };
    const outcome = await api.viewState.read();
    if (!shownHere || !outcome.ok || !outcome.value) return outcome;
    const selected = deviceHere === null ? null : { id: deviceHere, isOpen: true };
    const camera = deviceHere === null ? outcome.value.camera : null;
    return { ok: true, value: { ...outcome.value, camera, selected } };
  },
  keep: async (kept: { account: string; state: ViewState }): Promise<void> => {
    if (!shownHere) await api.viewState.keep(kept);
  },
};

/** In a window of one device, the map follows it from the start. */
export function followDeviceHere(fleet: FleetStore, map: MapStore): void {
  if (deviceHere === null) return;
  const stops = [fleet.subscribe(begin), map.subscribe(begin)];
  function begin(): void {
    const { view } = fleet.getState();
    if (!map.getState().engine || view?.selected?.id !== deviceHere) return;
    for (const stop of stops) stop();
    map.follow(true);
  }
}

/** Tells the windows apart in the switcher of the system; the account is named where there are several. */
export function useWindowTitle(): void {
  const route = useRoute();
  const isMapAlone = useIsMapAlone();
  const mark = useAccountMark();
  const account = mark && !mark.isAlone ? mark.name : null;
  const { t } = useFormat();
  useEffect(() => {
    const before = document.title;
    const name = isMapAlone ? layoutLooks.map.name : (`app.page.${route}` as const);
    const page = t(wallHere ? 'wall.title' : name);
    if (account !== null) document.title = t('app.window.titleOfAccount', { page, account });
    else if (shownHere) document.title = t('app.window.title', { page });
    return () => {
      document.title = before;
    };
  }, [route, isMapAlone, account, t]);
}

/** The other side of `furtherWindowAddress`. */
function furtherWindowOf({ search, hash }: Pick<Location, 'search' | 'hash'>) {
  const asked = new URLSearchParams(search);
  const [shows, device] = [asked.get('shows'), asked.get('device')];
  const views = asked.getAll('view');
  return furtherWindowSchema.safeParse({ shows, device, views, page: hash.slice(2) }).data ?? null;
}
