import { type Gazetteer, readTowns, TownIndex } from '#shared/places/place';
import { emitter, serveMethods, type WorkerScope } from '#lib/rpc';
import { FleetModel } from './fleet-model';

const scope = globalThis as unknown as WorkerScope;
const model = new FleetModel(
  emitter(scope),
  {
    now: () => Date.now(),
    elapsed: () => performance.now(),
    after: (ms, callback) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  },
  { gazetteer: loadGazetteer, otherNames: loadOtherNames },
);
serveMethods(scope, model);

/** A compressed file of the bundled map; null if it is missing or damaged. */
async function unpacked(name: string): Promise<Response | null> {
  const response = await fetch(`/assets/basemap/${name}`);
  if (!response.ok || !response.body) return null;
  return new Response(response.body.pipeThrough(new DecompressionStream('gzip')));
}

/**
 * Loads the names of towns in other languages: four megabytes, which only a search for a town needs. Without them
 * (an empty text), it finds towns by the names that Waypost shows.
 */
async function loadOtherNames(): Promise<string> {
  try {
    return (await (await unpacked('town-names.bin'))?.text()) ?? '';
  } catch {
    return '';
  }
}

/** Loads the bundled towns; null if the file is missing or damaged, which leaves places unknown. */
async function loadGazetteer(): Promise<Gazetteer | null> {
  try {
    const file = await unpacked('towns.bin');
    if (!file) return null;
    const towns = readTowns(new Uint8Array(await file.arrayBuffer()));
    const index = new TownIndex(towns.latitude, towns.longitude);
    return { towns, index };
  } catch {
    return null;
  }
}
