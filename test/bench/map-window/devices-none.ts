import type { CustomRenderMethodInput } from 'maplibre-gl';
import { SymbolLayer as OwnLayer } from './devices-own';
import { probe } from './probe';

export { worldsOnScreen } from '../../../renderer/features/map/fleet/symbol-layer';

/** Draws no device: measures the cost of the window and its base map alone. */
export class SymbolLayer extends OwnLayer {
  override setScene(scene: Parameters<OwnLayer['setScene']>[0]): void {
    super.setScene({ ...scene, discs: new Float32Array(0), sprites: new Float32Array(0) });
    this.#scene = scene;
    probe.map?.triggerRepaint();
  }

  #scene: Parameters<OwnLayer['setScene']>[0] | null = null;

  override render(gl: WebGL2RenderingContext, input: CustomRenderMethodInput): void {
    super.render(gl, input);
    // The engine compares what was drawn with what it passed on.
    if (this.#scene) this.onDrawn(this.#scene);
  }
}
