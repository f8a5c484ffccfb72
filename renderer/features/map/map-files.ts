import { useStore } from 'zustand';
import type { MapFile, MapFileFacts } from '#shared/domain/map-file';
import type { Session } from '#shared/domain/session';
import type { Settings } from '#shared/domain/settings';
import { api } from '#lib/api';
import { language } from '#lib/language';
import { currentFormat, useFormat } from '#lib/use-format';
import { createLatestOnly, createMirror, type Mirror } from '#lib/mirror';
import { inDrawingOrder, loadStreetLayers, mapRegions, type MapRegion } from '#engines/map';
import { sessionMirror } from '#features/session';
import { useSettings } from '#features/settings';

export const mapFilesMirror = createMirror<MapFile[]>(
  () => api.maps.files(),
  (listener) => api.maps.onFilesChanged(listener),
);

const none: MapFile[] = [];

export const useMapFiles = (): MapFile[] => useStore(mapFilesMirror, ({ value }) => value ?? none);

/** A map on this computer that is drawn over the bundled one. */
interface LocalMap {
  id: string;
  name: string;
  isHidden: boolean;
}

/** The maps of this computer that can be drawn, those of the demo while it is open. */
export function useLocalMaps(): LocalMap[] {
  const { t } = useFormat();
  const { hiddenMaps } = useSettings();
  const hasCity = useStore(sessionMirror, ({ value }) => isDemo(value));
  const files = useMapFiles().filter(({ state }) => state === 'ready');
  const maps = files.map(({ id, name }) => ({ id, name }));
  if (hasCity) maps.unshift({ id: cityId, name: t('map.files.demo') });
  return maps.map((map) => ({ ...map, isHidden: hiddenMaps.includes(map.id) }));
}

/**
 * Draws the usable files over the bundled map, and the city of the demo while it is open, without those that
 * the user has hidden. Their styles are loaded when there are files.
 */
export function drawMapFiles(parts: {
  files: Mirror<MapFile[]>;
  session: Mirror<Session>;
  settings: Mirror<Settings>;
}): void {
  const { files, session, settings } = parts;
  const latest = createLatestOnly();
  const hidden = () => settings.getState().value?.hiddenMaps ?? [];
  const draw = async () => {
    const { value } = files.getState();
    if (!value) return;
    const shown = value.filter(({ id }) => !hidden().includes(id));
    const hasCity = isDemo(session.getState().value) && !hidden().includes(cityId);
    const regions = await latest.answer(regionsOf(shown, hasCity));
    if (!regions) return;
    const isSame = keyOf(regions) === keyOf(mapRegions.getState().regions);
    if (!isSame) mapRegions.setState({ regions });
  };
  files.subscribe(() => void draw());
  language.subscribe(() => void draw());
  session.subscribe(({ value }, before) => {
    if (isDemo(value) !== isDemo(before.value)) void draw();
  });
  settings.subscribe(({ value }, before) => {
    if (value?.hiddenMaps.join() !== before.value?.hiddenMaps.join()) void draw();
  });
}

const isDemo = (session: Session | null) => session?.phase === 'open' && session.profile.isDemo;

const keyOf = (regions: readonly MapRegion[]) =>
  regions.map(({ id, revision, language }) => `${id} ${revision} ${language}`).join();

const cityId = 'demo-city';

/** The streets that the demo's vehicles drive in. They are invented. */
const cityFacts = (): MapFileFacts => ({
  container: 'pmtiles',
  bytes: 0,
  schema: 'shortbread',
  tileSize: 512,
  // Its ground hides the rivers of the bundled map, which are not its own.
  hasSea: true,
  ignored: [],
  bounds: [-2.01, 52.415, -1.77, 52.545],
  minZoom: 10,
  maxZoom: 14,
  attribution: currentFormat().t('map.files.demo.sources'),
});

async function regionsOf(files: readonly MapFile[], hasCity: boolean): Promise<MapRegion[]> {
  const ready = files.filter(({ state }) => state === 'ready');
  const regions = await Promise.all([
    ...ready.map(({ id, facts, revision }) => facts && regionOf(id, facts, revision)),
    hasCity ? cityRegion() : null,
  ]);
  return inDrawingOrder(regions.filter((region) => region !== null));
}

const cityRegion = async (): Promise<MapRegion> => ({
  ...(await regionOf(cityId, cityFacts(), 1)),
  bundled: '/assets/basemap/demo-city.pmtiles',
});

async function regionOf(id: string, facts: MapFileFacts, revision: number): Promise<MapRegion> {
  const { tag } = language.current();
  const layers =
    facts.schema === null ? null : await loadStreetLayers(facts.schema, tag.split('-')[0]!);
  return { id, revision, facts, language: tag, layers };
}
