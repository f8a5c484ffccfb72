import type { HeatmapLayerSpecification, LayerSpecification, Map as BaseMap } from 'maplibre-gl';
import { latitudeOf, longitudeOf } from '#engines/geo';
import type { ColourScheme } from '#lib/device-state-look';
import { viewportOf } from '../engine/viewport-requests';
import { noHeat, spotsInView, type HeatPoints } from './heat';
import { Overlay } from './overlay';

/** Colours from few to many. */
export const heatRamps: Record<ColourScheme, readonly string[]> = {
  light: ['#fde9a9', '#fdb863', '#e8743b', '#b2182b'],
  dark: ['#5b3a8e', '#b5367a', '#f2844b', '#fcf3a6'],
};

/** The density at which each colour is reached; also where there are few, something is seen. */
const densities = [0.03, 0.3, 0.6, 0.9];
/** What MapLibre makes of a weight of 1 at its centre: the peak of the normal distribution. */
const kernelPeak = 0.3989;

/** A layout costs a message to MapLibre's worker; devices move all the time. */
const everyMs = 500;

/** Where there is much: drawn below the symbols. */
export class HeatLayer extends Overlay {
  #points: HeatPoints = noHeat;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(map: BaseMap, theme: ColourScheme) {
    super(map, 'heat', theme);
  }

  protected override layers(source: string): LayerSpecification[] {
    const ramp = heatRamps[this.theme];
    const stops = ramp.flatMap((colour, i) => [densities[i]!, colour]);
    const layer: HeatmapLayerSpecification = {
      id: `${source}-map`,
      type: 'heatmap',
      source,
      paint: {
        'heatmap-weight': ['get', 'weight'],
        'heatmap-intensity': 1 / kernelPeak,
        'heatmap-radius': 42,
        'heatmap-opacity': 0.75,
        'heatmap-color': [
          'interpolate',
          ['linear'],
          ['heatmap-density'],
          0,
          `${ramp[0]!}00`,
          ...stops,
        ],
      },
    };
    return [layer];
  }

  /** Shows these places, soon. */
  setPoints(points: HeatPoints): void {
    this.#points = points;
    this.update();
  }

  /** The view changed, and with it what is the busiest spot in it. */
  update(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#draw();
    }, everyMs);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #draw(): void {
    const spots = spotsInView(this.#points, viewportOf(this.map));
    this.show(
      spots.map(({ x, y, weight }) => ({
        type: 'Feature',
        properties: { weight },
        geometry: { type: 'Point', coordinates: [longitudeOf(x), latitudeOf(y)] },
      })),
    );
  }
}
