import type { Session, Status } from '#shared/domain/session';
import { metresPerSecond, stateRules, type Settings } from '#shared/domain/settings';
import { unitsOf } from '#shared/domain/units';
import { isFiltered, type FleetStore } from '#features/fleet';
import { mostInTable, mostInView } from '#shared/ipc/fleet';
import type { FleetClient } from '#engines/fleet';
import { revealOnMap, type MapStore, type MapUi } from '#features/map';
import { setScaleUnit } from '#engines/map';
import { api } from '#lib/api';
import { showAccount } from '#lib/account-scope';
import { setServiceOffset } from '#lib/clock';
import { language } from '#lib/language';
import type { Mirror } from '#lib/mirror';

/** Passes the thresholds and units of the settings to the worker. */
export function followSettings(settings: Mirror<Settings>, fleet: FleetClient): void {
  settings.subscribe(({ value }) => {
    if (!value) return;
    void fleet.setRules(stateRules(value));
    setScaleUnit(unitsOf(value).distance);
    void fleet.setEstimates(
      value.estimatePositions ? metresPerSecond[value.serviceSpeedUnit] : null,
    );
  });
}

/** Sorts the fleet by the rules of the language. */
export function followLanguage(fleet: FleetClient): void {
  const follow = () => void fleet.setLocale(language.current().locale);
  language.subscribe(follow);
  follow();
}

/** Judges ages and states by the clock of the service. */
export function followServiceClock(status: Mirror<Status>, fleet: FleetClient): void {
  let current = 0;
  status.subscribe(({ value }) => {
    const offsetMs = value?.clockOffsetMs ?? 0;
    if (offsetMs === current) return;
    current = offsetMs;
    setServiceOffset(offsetMs);
    void fleet.setServiceOffset(offsetMs);
  });
}

/** How often the devices on screen are reported to main. */
const prioritiseEveryMs = 5_000;

/**
 * Makes main refresh the selected device and those on screen more often than the others. A hidden
 * window shows nothing, so that it reports nothing.
 */
export function prioritiseVisible(store: FleetStore): void {
  let wasEmpty = true;
  const report = async () => {
    const { selected, query } = store.getState();
    const isShown = !document.hidden;
    const attention = {
      selected: isShown ? (selected?.id ?? null) : null,
      inView: isShown ? await store.client.inView(mostInView) : [],
      inTable: isShown && isFiltered(query) ? await store.client.inTable(mostInTable) : [],
    };
    const isEmpty = attention.selected === null && attention.inView.length === 0;
    if (isEmpty && wasEmpty) return;
    wasEmpty = isEmpty;
    await api.fleet.prioritise(attention);
  };
  store.subscribe(({ selected }, before) => {
    if (selected?.id !== before.selected?.id) void report();
  });
  document.addEventListener('visibilitychange', () => void report());
  setInterval(() => void report(), prioritiseEveryMs);
}

/**
 * Reveals a device on the map when it is selected again. Leaving its details ends the selection, or when the
 * map has followed it longer, the end of that; so does a filter that it does not match.
 */
export function followSelection(store: FleetStore, map: MapStore): void {
  /** Whether the map follows the selected device, or offers to. */
  const isFollowed = ({ isFollowing, canResume }: MapUi) => isFollowing || canResume;
  store.subscribe(({ view, selected, isDetailsOpen }, before) => {
    const isLeft = before.isDetailsOpen && !isDetailsOpen && selected !== null;
    // Without details, a device that no longer matches would be a lone symbol on the map.
    const isOut =
      view?.isListed && view.selected?.id === selected?.id && view.selected?.index === -1;
    const isDone = isLeft || (isOut && !isDetailsOpen && view !== before.view);
    if (isDone && !isFollowed(map.getState())) store.select(null);
  });
  let followed: string | null = null;
  map.subscribe((now, before) => {
    const { selected, isDetailsOpen } = store.getState();
    if (now.isFollowing) followed = selected?.id ?? null;
    const isEnded = isFollowed(before) && !isFollowed(now);
    if (isEnded && !isDetailsOpen && selected?.id === followed) store.select(null);
  });
  store.subscribe(({ selected, picks }, before) => {
    const id = selected?.id ?? null;
    const isAgain = picks !== before.picks && id === (before.selected?.id ?? null);
    if (isAgain && id !== null) void revealOnMap(map, id);
  });
}

/** The map follows the filter once the user stops typing. */
const refitMs = 300;

/** Shows the devices that match whenever the filter changes, unless the user selects one of them meanwhile. */
export function followFilter(store: FleetStore, map: MapStore): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  store.subscribe(({ filterings, picks }, before) => {
    if (filterings === before.filterings && picks === before.picks) return;
    clearTimeout(timer);
    if (filterings === before.filterings) return;
    timer = setTimeout(
      () => map.getState().engine?.camera.filterChanged(isFiltered(store.getState().query)),
      refitMs,
    );
  });
}

/** Whatever belongs to an account starts again with another one. */
export function followSession(session: Mirror<Session>): void {
  session.subscribe(({ value }) => {
    showAccount(value?.phase === 'open' ? value.profile.id : null);
  });
}
