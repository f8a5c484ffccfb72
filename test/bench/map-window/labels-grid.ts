import type { MapDevice, VisibleSet } from '#features/fleet-data';
import type { ColourScheme } from '../../../renderer/lib/device-state-look';
import { Labels as OwnLabels } from '../../../renderer/features/map/fleet/labels';

export { slotsToName } from '../../../renderer/features/map/fleet/labels';

/**
 * The names without their invisible obstacles: MapLibre knows its own symbols. They are below those,
 * because the topmost layer is placed first.
 */
export class Labels extends OwnLabels {
  constructor(private readonly base: ConstructorParameters<typeof OwnLabels>[0]) {
    super(base);
  }

  override addTo(theme: ColourScheme, isOverlapping: boolean): void {
    super.addTo(theme, isOverlapping);
    this.base.removeLayer('fleet-obstacles');
    this.base.moveLayer('fleet-labels', 'fleet');
    // Outside the picture of a device, which is wider than its obstacle.
    this.base.setLayoutProperty('fleet-labels', 'text-radial-offset', 1.4);
  }

  override show(devices: readonly MapDevice[], visible: VisibleSet): void {
    super.show(devices, { ...visible, ...nothing });
  }
}

const nothing = {
  singles: { ...emptySingles() },
  clusters: {
    level: new Uint8Array(0),
    cellX: new Uint32Array(0),
    cellY: new Uint32Array(0),
    x: new Float64Array(0),
    y: new Float64Array(0),
    count: new Uint32Array(0),
    byState: new Uint32Array(0),
  },
};

function emptySingles(): VisibleSet['singles'] {
  return {
    slot: new Uint32Array(0),
    x: new Float64Array(0),
    y: new Float64Array(0),
    state: new Uint8Array(0),
    course: new Float32Array(0),
    flags: new Uint8Array(0),
  };
}
