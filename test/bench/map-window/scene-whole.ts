import type { VisibleSet } from '#features/fleet-data';
import type { Scene } from '../../../renderer/features/map/fleet/scene';

// Passes the visible set itself to layers of MapLibre, instead of numbers for our shaders.

export * from '../../../renderer/features/map/fleet/scene';

export interface WholeScene extends Scene {
  visible: VisibleSet;
}

const none = new Float32Array(0);

export const composeScene = (visible: VisibleSet): WholeScene => ({
  origin: { x: 0, y: 0 },
  discs: none,
  sprites: none,
  visible,
});
