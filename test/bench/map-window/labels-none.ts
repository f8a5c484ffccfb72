/** The names are part of the devices' own symbols. */
export const slotsToName = (): Uint32Array<ArrayBuffer> => new Uint32Array(0);

export class Labels {
  addTo(): void {}
  setOverlapping(): void {}
  show(): void {}
}
