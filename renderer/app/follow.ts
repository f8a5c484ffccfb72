import type { Session, Status } from '#shared/domain/session';
import { stateRules, type Settings } from '#shared/domain/settings';
import type { FleetStore } from '#features/fleet';
import type { FleetClient } from '#features/fleet-data';
import { revealOnMap, type MapStore } from '#features/map';
import { api } from '#lib/api';
import { setServiceOffset } from '#lib/clock';
import type { Mirror } from '#lib/mirror';

/** Passes the thresholds of the settings to the worker. */
export function followSettings(settings: Mirror<Settings>, fleet: FleetClient): void {
  settings.subscribe(({ value }) => {
    if (value) fleet.setRules(stateRules(value));
  });
}

/** Judges ages and states by the clock of the service. */
export function followServiceClock(status: Mirror<Status>, fleet: FleetClient): void {
  let current = 0;
  status.subscribe(({ value }) => {
    const offsetMs = value?.clockOffsetMs ?? 0;
    if (offsetMs === current) return;
    current = offsetMs;
    setServiceOffset(offsetMs);
    fleet.setServiceOffset(offsetMs);
  });
}

/** How often the devices on screen are reported to main. */
const prioritiseEveryMs = 5_000;
const mostPrioritised = 50;

/** Makes main refresh the selected device and those on screen before the others. */
export function prioritiseVisible(store: FleetStore): void {
  let wasEmpty = true;
  const report = async () => {
    const { selected } = store.getState();
    const seen = document.hidden ? [] : await store.client.inView(mostPrioritised);
    const ids = [...new Set([...(selected ? [selected.id] : []), ...seen])];
    if (ids.length === 0 && wasEmpty) return;
    wasEmpty = ids.length === 0;
    await api.fleet.prioritise({ ids });
  };
  store.subscribe(({ selected }, before) => {
    if (selected?.id !== before.selected?.id) void report();
  });
  setInterval(() => void report(), prioritiseEveryMs);
}

/** Reveals a device on the map when it is selected again. */
export function followSelection(store: FleetStore, map: MapStore): void {
  store.subscribe(({ selected, picks }, before) => {
    const id = selected?.id ?? null;
    const isAgain = picks !== before.picks && id === (before.selected?.id ?? null);
    if (isAgain && id !== null) void revealOnMap(map, id);
  });
}

/** For each account that opens, loads its preferences and reads its lists again. */
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
