import { textAt } from '#shared/fleet/columns';
import { isNearSearch } from '#shared/places/near';
import { nearestPlace, type Gazetteer, type Place } from '#shared/places/place';
import type { FleetModel } from './fleet-model';
import type { MapAnswers } from './map-answers';
import { nearestDevices } from './nearest';
import type { ToWorker } from './protocol';
import type { Position } from './types';

type Question = Extract<ToWorker, { type: 'ask' }>;

/** The answer to a request of the window. */
export function answerTo(
  question: Question,
  model: FleetModel,
  map: MapAnswers,
  load: {
    gazetteer(): Promise<Gazetteer | null>;
    /** The names of towns in other languages. */
    otherNames(): Promise<void>;
  },
): unknown {
  switch (question.name) {
    case 'places':
      return load.gazetteer().then((towns) => placesOf(towns, ...question.args));
    case 'ids':
      return idsInOrder(model);
    case 'best':
      return model.best();
    case 'rows':
      return model.rows(...question.args);
    case 'nearest':
      return nearestDevices(model, ...question.args);
    case 'labels':
      return model.labels(...question.args);
    case 'inView':
      return inView(model, map, ...question.args);
    case 'inTable':
      return model.order().length > question.args[0] ? [] : idsInOrder(model);
    case 'find':
      return find(model, load.otherNames, ...question.args);
    case 'extent':
      return map.extent();
    case 'locate':
      return map.locate(...question.args);
    case 'devices':
      return map.devices(...question.args);
    case 'members':
      return map.members(...question.args);
  }
}

function find(
  model: FleetModel,
  loadOtherNames: () => Promise<void>,
  ...asked: Parameters<FleetModel['find']>
): unknown {
  if (!isNearSearch(asked[0])) return model.find(...asked);
  return loadOtherNames().then(() => model.find(...asked));
}

function placesOf(gazetteer: Gazetteer | null, positions: readonly Position[]): (Place | null)[] {
  return positions.map(
    ({ latitude, longitude }) => gazetteer && nearestPlace(gazetteer, latitude, longitude),
  );
}

/** Devices in the table first: their ages are shown. */
function inView(model: FleetModel, map: MapAnswers, limit: number): string[] {
  const ids = [...model.watchedRows().rows.map(({ id }) => id), ...map.inView(limit)];
  return [...new Set(ids)].slice(0, limit);
}

function idsInOrder(model: FleetModel): string[] {
  const { present, drawn } = model;
  if (!present || !drawn) return [];
  const matching = model.shownOrder().filter((slot) => drawn.matches[slot]);
  return Array.from(matching, (slot) => textAt(present.columns.id, slot));
}
