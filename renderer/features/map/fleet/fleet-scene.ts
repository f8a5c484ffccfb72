import type { Map as BaseMap } from 'maplibre-gl';
import type { VisibleSet } from '#engines/fleet';
import type { ColourScheme } from '#lib/device-state-look';
import type { Redraws } from '../engine/software-rendering';
import { drawAtlas, type Atlas } from './atlas';
import type { Fan } from './fan';
import { composeScene, type Scene } from './scene';
import { SymbolLayer } from './symbol-layer';

/** The symbols on the map: composes them from the visible set and hands them to the layer. */
export class FleetScene {
  readonly #layer: SymbolLayer;
  #atlas: Atlas;
  #contents: { visible: VisibleSet; fan: Fan | null } | null = null;
  #scene: Scene | null = null;

  constructor(
    private theme: ColourScheme,
    redraws: Redraws,
    onDrawn: (visible: VisibleSet) => void,
  ) {
    this.#layer = new SymbolLayer(redraws);
    this.#atlas = drawAtlas(theme, window.devicePixelRatio);
    this.#layer.onDrawn = (drawn) => {
      if (drawn === this.#scene && this.#contents) onDrawn(this.#contents.visible);
    };
  }

  /** Puts the layer into a style that has just been loaded. */
  addTo(map: BaseMap): void {
    if (!map.getLayer(this.#layer.id)) map.addLayer(this.#layer);
    this.#layer.setAtlas(this.#atlas, this.theme);
  }

  show(visible: VisibleSet, fan: Fan | null): void {
    const before = this.#contents;
    this.#contents = { visible, fan };
    this.#compose(!before || fan !== before.fan || isOther(visible, before.visible));
  }

  setTheme(theme: ColourScheme): void {
    this.theme = theme;
    this.redraw();
  }

  /** Draws the symbols again, for another theme or pixel ratio. */
  redraw(pixelRatio = window.devicePixelRatio): void {
    this.#atlas = drawAtlas(this.theme, pixelRatio);
    this.#layer.setAtlas(this.#atlas, this.theme);
    this.#compose(true);
  }

  #compose(isAnswer: boolean): void {
    if (!this.#contents) return;
    const { visible, fan } = this.#contents;
    this.#scene = composeScene(visible, fan, this.#atlas.advances);
    this.#layer.setScene(this.#scene, isAnswer);
  }
}

/** Whether the map shows another place or fleet, or another device is selected. */
function isOther(now: VisibleSet, before: VisibleSet): boolean {
  return (
    now.generation !== before.generation ||
    now.selected?.id !== before.selected?.id ||
    JSON.stringify(now.viewport) !== JSON.stringify(before.viewport)
  );
}
