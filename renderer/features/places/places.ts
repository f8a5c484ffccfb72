import { useStore } from 'zustand';
import { kindColours, type Place } from '#shared/domain/places';
import type { Fault } from '#shared/fault';
import { message, type Message } from '#shared/i18n/translate';
import type { PlacesChange } from '#shared/ipc/places';
import type { FleetClient } from '#engines/fleet';
import { createAccountStore, inAccount, onAccountOpened } from '#lib/account-scope';
import { api } from '#lib/api';
import { clock } from '#lib/clock';
import { showFault, showToast } from '#lib/toasts';
import { currentFormat } from '#lib/use-format';

interface PlacesState {
  /** null: not read yet. */
  places: readonly Place[] | null;
  /** Why the places could not be read. */
  fault: Fault | null;
}

/** The places of the open account. */
export const placesStore = createAccountStore<PlacesState>({ places: null, fault: null });

/** What the Places page shows: the places, or what happened there by their rules. */
export const placesView = createAccountStore<{ shown: 'places' | 'events' }>({ shown: 'places' });

onAccountOpened(() => void read());

async function read(): Promise<void> {
  const outcome = await inAccount(api.places.all());
  if (outcome?.ok) placesStore.setState({ places: outcome.value });
  else if (outcome) placesStore.setState({ fault: outcome.fault });
}

const none: readonly Place[] = [];
export const usePlaces = (): readonly Place[] =>
  useStore(placesStore, ({ places }) => places ?? none);

/** Stores a change; a message says what was done and offers Undo. Returns whether it was stored. */
export async function changePlaces(change: PlacesChange, done: Message): Promise<boolean> {
  const undo = await store(change);
  if (!undo) return false;
  const { t } = currentFormat();
  showToast({
    tone: 'info',
    title: t(done),
    actions: [{ label: t('common.undo'), run: () => void store(undo) }],
  });
  return true;
}

export const deletePlaces = (ids: readonly string[]): Promise<boolean> =>
  changePlaces({ put: [], removed: [...ids] }, message('places.deleted', { count: ids.length }));

/** Returns the change that undoes it; null if it was not stored. */
async function store(change: PlacesChange): Promise<PlacesChange | null> {
  const outcome = await inAccount(api.places.change(change));
  if (!outcome) return null;
  if (!outcome.ok) {
    showFault(currentFormat().t('places.notStored'), outcome.fault);
    return null;
  }
  takePlacesChange(change);
  return outcome.value;
}

/** Applies a stored change of this or of another window, as main does. */
export function takePlacesChange({ put, removed }: PlacesChange): void {
  const { places } = placesStore.getState();
  // They are read with the change in them.
  if (!places) return;
  const byId = new Map(places.map((place) => [place.id, place]));
  for (const id of removed) byId.delete(id);
  const updatedAt = clock.now();
  for (const place of put) byId.set(place.id, { ...place, updatedAt });
  placesStore.setState({ places: [...byId.values()] });
}

/** Passes the places to the fleet worker, which names positions by them. */
export function followPlaces(client: Pick<FleetClient, 'setPlaces'>): void {
  placesStore.subscribe(({ places }, before) => {
    if (places === before.places || (!places?.length && !before.places?.length)) return;
    void client.setPlaces(places ?? []);
  });
}

export const placeColours: readonly string[] = [
  ...Object.values(kindColours),
  '#0b7285',
  '#a61e4d',
];
