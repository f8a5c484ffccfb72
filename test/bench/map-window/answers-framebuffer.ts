import { OwnFramebuffer as RealFramebuffer } from '../../../renderer/features/map/engine/own-framebuffer';

/** When a picture was complete and went to the canvas last; epoch milliseconds. */
export const copied = { at: Number.NaN };

export class OwnFramebuffer extends RealFramebuffer {
  override show(): void {
    copied.at = Date.now();
    super.show();
  }
}
