import {
  mostMapFiles,
  type MapBounds,
  type MapFile,
  type MapFileFacts,
  type MapFileRefusal,
} from '#shared/domain/map-file';
import type { Message } from '#shared/i18n/translate';
import type { Format } from '#lib/format';

/** Why a file cannot be used, and what to do. */
export function refusalText(reason: MapFileRefusal, detail: string, { t }: Format): string {
  if (reason === 'tooMany') return t('map.file.refused.tooMany', { count: mostMapFiles });
  if (detail === '') {
    if (reason === 'noTiles') return t('map.file.refused.noTables');
    if (reason === 'unsafe') return t('map.file.refused.computed');
    if (reason === 'otherSchema') return t('map.file.refused.noSchema');
  }
  return t({ key: `map.file.refused.${reason}`, values: { detail } } as Message);
}

/** What the file states and Waypost does not use. */
export const ignoredText = ({ ignored }: MapFileFacts, { t, items }: Format): string =>
  items(ignored.map((each) => t(`map.file.ignored.${each}`)));

export const contentText = ({ schema }: MapFileFacts, { t }: Format): string =>
  t(`map.file.content.${schema ?? 'pictures'}`);

export const zoomText = ({ minZoom, maxZoom }: MapFileFacts, { t, count }: Format): string =>
  minZoom === maxZoom
    ? t('map.file.detail.zoom', { zoom: count(minZoom) })
    : t('map.file.detail.zooms', { from: count(minZoom), to: count(maxZoom) });

/** The area of a map: its corners and its extent. */
export function boundsText(bounds: MapBounds, { t, distance }: Format): string {
  const [west, south, east, north] = bounds;
  if (east - west > 350 && north - south > 150) return t('map.file.area.world');
  const longitude = (angle: number) =>
    t('map.file.area.longitude', {
      degrees: Math.abs(angle).toFixed(2),
      side: angle < 0 ? 'west' : 'east',
    });
  const latitude = (angle: number) =>
    t('map.file.area.latitude', {
      degrees: Math.abs(angle).toFixed(2),
      side: angle < 0 ? 'south' : 'north',
    });
  const metresPerDegree = 111_200;
  const middle = ((south + north) / 2) * (Math.PI / 180);
  return t('map.file.area.bounds', {
    west: longitude(west),
    east: longitude(east),
    south: latitude(south),
    north: latitude(north),
    width: distance((east - west) * metresPerDegree * Math.cos(middle)),
    height: distance((north - south) * metresPerDegree),
  });
}

/** The state of a file on the list in one line. */
export function stateText(file: MapFile, format: Format): string {
  if (file.state === 'checking') return format.t('map.file.checking');
  if (file.state !== 'ready') return refusalText(file.state, file.detail, format);
  const { facts } = file;
  if (facts === null) return '';
  return format.t('map.file.summary', {
    content: contentText(facts, format),
    detail: zoomText(facts, format),
    size: format.size(facts.bytes),
    area: boundsText(facts.bounds, format),
  });
}
