import type { CustomRenderMethodInput, Map as BaseMap } from 'maplibre-gl';
import type { Scene } from '../../../renderer/features/map/fleet/scene';
import { SymbolLayer as OwnLayer } from '../../../renderer/features/map/fleet/symbol-layer';
import { drawn, probe, received } from './probe';

export { worldsOnScreen } from '../../../renderer/features/map/fleet/symbol-layer';

/** The layer of the app, with the bench's probe. */
export class SymbolLayer extends OwnLayer {
  #isPending = false;

  override onAdd(map: BaseMap, gl: WebGL2RenderingContext): void {
    super.onAdd(map, gl);
    probe.map = map;
  }

  override setScene(scene: Scene): void {
    super.setScene(scene);
    this.#isPending = true;
    received(scene.discs.length + scene.sprites.length);
  }

  override render(gl: WebGL2RenderingContext, input: CustomRenderMethodInput): void {
    super.render(gl, input);
    if (!this.#isPending) return;
    this.#isPending = false;
    drawn(gl);
  }
}
