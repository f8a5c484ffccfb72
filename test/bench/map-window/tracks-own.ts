import type { CustomRenderMethodInput } from 'maplibre-gl';
import { TrackLayer as OwnLayer } from '../../../renderer/features/map/track/track-layer';
import type { TrackPicture } from '../../../renderer/features/map/track/track-types';
import { drawn, received } from './probe';

/** The layer of the app, with the bench's probe. */
export class TrackLayer extends OwnLayer {
  #isPending = false;

  override setPicture(picture: TrackPicture): void {
    super.setPicture(picture);
    this.#isPending = true;
    received(picture.pieces.length / 8);
  }

  override render(gl: WebGL2RenderingContext, input: CustomRenderMethodInput): void {
    super.render(gl, input);
    if (!this.#isPending) return;
    this.#isPending = false;
    drawn(gl);
  }
}
