import type { GeoJSONSource, Map as BaseMap } from 'maplibre-gl';
import { graticuleLines } from '../style/style-graticule';
import { graticuleSource } from '../style/style-names';

/** Draws the lines of latitude and longitude for what the map shows now; its style must be loaded. */
export function drawGraticule(map: BaseMap): void {
  const lines = graticuleLines(map.getBounds(), map.getZoom());
  void map.getSource<GeoJSONSource>(graticuleSource)?.setData(lines);
}
