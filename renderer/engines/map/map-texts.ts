/** The texts that the engine itself writes. */
export const texts = {
  map: 'Map',
  andMore: (more: number) => `and ${more} more`,
};
