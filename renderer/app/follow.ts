import type { Session } from '#shared/domain/session';
import { stateRules, type Settings } from '#shared/domain/settings';
import type { FleetStore } from '#features/fleet';
import type { FleetClient } from '#features/fleet-data';
import { revealOnMap, type MapStore } from '#features/map';
import { api } from '#lib/api';
import type { Mirror } from '#lib/mirror';

/** Keeps the worker's thresholds as the person set them. */
export function followSettings(settings: Mirror<Settings>, fleet: FleetClient): void {
  settings.subscribe(({ value }) => {
    if (value) fleet.setRules(stateRules(value));
  });
}

/** What is on screen is told this often; so many devices of it. */
const favourEveryMs = 5_000;
const mostFavoured = 50;

/** Has the selected device and those in sight asked about before the others. */
export function favourWhatIsSeen(store: FleetStore): void {
  let wasNobody = true;
  const tell = async () => {
    const { selected } = store.getState();
    const seen = document.hidden ? [] : await store.client.inView(mostFavoured);
    const ids = [...new Set([...(selected ? [selected.id] : []), ...seen])];
    if (ids.length === 0 && wasNobody) return;
    wasNobody = ids.length === 0;
    await api.fleet.prioritise({ ids });
  };
  store.subscribe(({ selected }, before) => {
    if (selected?.id !== before.selected?.id) void tell();
  });
  setInterval(() => void tell(), favourEveryMs);
}

/** Shows a device again on the map when it is picked again. */
export function followPicks(store: FleetStore, map: MapStore): void {
  store.subscribe(({ selected, picks }, before) => {
    const id = selected?.id ?? null;
    const isAgain = picks !== before.picks && id === (before.selected?.id ?? null);
    if (isAgain && id !== null) void revealOnMap(map, id);
  });
}

/** With each account that opens: its own preferences, and its lists read anew. */
export function followSession(
  session: Mirror<Session>,
  store: FleetStore,
  lists: readonly { read(): Promise<void> }[],
): void {
  let openId: string | null = null;
  session.subscribe(({ value }) => {
    const id = value?.phase === 'open' ? value.profile.id : null;
    if (id === openId) return;
    openId = id;
    if (id === null) return;
    store.open(id);
    for (const list of lists) void list.read();
  });
}
