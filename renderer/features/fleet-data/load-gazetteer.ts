import type { Gazetteer } from '#shared/places/place';
import { TownIndex } from '#shared/places/town-index';
import { readTowns } from '#shared/places/towns-file';

/** A compressed file of the bundled map; null if it is missing or damaged. */
async function unpacked(name: string): Promise<Response | null> {
  const response = await fetch(`/assets/basemap/${name}`);
  if (!response.ok || !response.body) return null;
  return new Response(response.body.pipeThrough(new DecompressionStream('gzip')));
}

/** Messages of the window, such as a search, have their turn. */
const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Loads the names of towns in other languages: four megabytes, which only a search for a town needs. Without them
 * (an empty text), it finds towns by the names that Waypost shows.
 */
export async function loadOtherNames(): Promise<string> {
  try {
    return (await (await unpacked('town-names.bin'))?.text()) ?? '';
  } catch {
    return '';
  }
}

/** Loads the bundled towns; null if the file is missing or damaged, which leaves places unknown. */
export async function loadGazetteer(): Promise<Gazetteer | null> {
  try {
    const file = await unpacked('towns.bin');
    if (!file) return null;
    const towns = readTowns(new Uint8Array(await file.arrayBuffer()));
    const index = await TownIndex.inTurns(towns.latitude, towns.longitude, nextTurn);
    return { towns, index };
  } catch {
    return null;
  }
}
