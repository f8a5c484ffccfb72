import type { Session } from '#shared/domain/session';
import { stateRules, type Settings } from '#shared/domain/settings';
import type { FleetStore } from '#features/devices';
import type { FleetClient } from '#features/fleet';
import { revealOnMap, type MapStore } from '#features/map';
import { api } from '#lib/api';
import type { Mirror } from '#lib/mirror';

/** Keeps the worker's thresholds as the person set them. */
export function followSettings(settings: Mirror<Settings>, fleet: FleetClient): void {
  settings.subscribe(({ value }) => {
    if (value) fleet.setRules(stateRules(value));
  });
}

/** Has the selected device asked about before the others, and shown again when picked again. */
export function followSelection(store: FleetStore, map: MapStore): void {
  let favoured: string | null = null;
  store.subscribe(({ selected, picks }, before) => {
    const id = selected?.id ?? null;
    const isPickedAgain = picks !== before.picks && id === favoured;
    if (isPickedAgain && id !== null) void revealOnMap(map, id);
    if (id === favoured) return;
    favoured = id;
    void api.fleet.favour({ ids: id === null ? [] : [id] });
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
