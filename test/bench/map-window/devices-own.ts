import type { Map as BaseMap } from 'maplibre-gl';
import type { Frames } from '../../../renderer/features/map/engine/frames';
import type { Scene } from '../../../renderer/features/map/fleet/scene';
import { SymbolLayer as OwnLayer } from '../../../renderer/features/map/fleet/symbol-layer';
import { drawn, probe, received } from './probe';

export { worldsOnScreen } from '../../../renderer/features/map/fleet/symbol-layer';

/** The layer of the app, with the bench's probe. */
export class SymbolLayer extends OwnLayer {
  #isPending = false;
  #gl: WebGL2RenderingContext | null = null;

  constructor(frames: Frames) {
    super({
      ...frames,
      drawLayer: (draw, isTopmost) =>
        frames.drawLayer(() => {
          draw();
          this.#noteDrawn();
        }, isTopmost),
    });
  }

  override onAdd(map: BaseMap, gl: WebGL2RenderingContext): void {
    super.onAdd(map, gl);
    this.#gl = gl;
    probe.map = map;
  }

  override setScene(scene: Scene): void {
    super.setScene(scene);
    this.#isPending = true;
    received(scene.discs.length + scene.sprites.length);
  }

  #noteDrawn(): void {
    if (!this.#isPending || !this.#gl) return;
    this.#isPending = false;
    drawn(this.#gl);
  }
}
