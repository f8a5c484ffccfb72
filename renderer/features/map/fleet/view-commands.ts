import type { MapFeed } from '#features/fleet-data';
import type { Camera } from '../engine/camera';
import type { Framing } from './framing';
import type { MapEngine } from './map-engine-types';
import type { MapSelection } from './map-selection';

interface ViewCommandsOptions {
  feed: Pick<MapFeed, 'locate'>;
  camera: Camera;
  framing: Framing;
  selection: MapSelection;
}

type ViewCommands = Pick<
  MapEngine,
  'fitAll' | 'reveal' | 'zoomIn' | 'zoomOut' | 'getView' | 'setView' | 'startOver'
> & {
  revealPlace(place: { x: number; y: number }): void;
  /** Zooms in until a cluster separates. */
  expand(place: { x: number; y: number }, zoom: number): void;
};

/** The commands that move the map: all but `fitAll` choose a view, which stays until `startOver`. */
export function createViewCommands(options: ViewCommandsOptions): ViewCommands {
  const { feed, camera, framing, selection } = options;

  function revealPlace(place: { x: number; y: number }): void {
    framing.viewChosen();
    camera.reveal(place);
  }

  function zoomByHand(steps: number): void {
    framing.viewChosen();
    camera.zoomBy(steps);
  }

  return {
    revealPlace,
    expand(place, zoom) {
      framing.viewChosen();
      camera.expand(place, zoom);
    },
    fitAll: ({ isAnimated = true } = {}) => framing.fitAll(isAnimated),
    async reveal(id) {
      const device = await feed.locate(id);
      if (device) revealPlace(device);
      return device !== null;
    },
    zoomIn: () => zoomByHand(1),
    zoomOut: () => zoomByHand(-1),
    getView: () => camera.view(),
    setView(view, selected) {
      selection.restored(selected);
      framing.viewChosen();
      camera.setView(view);
    },
    startOver: () => framing.startOver(),
  };
}
