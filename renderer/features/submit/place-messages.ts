/** How a typed position was understood. */
export const placeMessages = {
  readAs: (coordinates: string) => `Read as ${coordinates}`,
  swapped: (distance: string, swappedDistance: string) =>
    `That is ${distance} from where the device was last; the other way round it is ${swappedDistance}. Perhaps the longitude came first.`,
};
