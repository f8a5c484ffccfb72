/** The texts that the engine itself writes. */
export const texts = {
  map: 'Map',
  /** The name of a device with an alert, and how many more are there. */
  nameAndMore: (name: string, more: number) => `${name} +${more}`,
  andMore: (more: number) => `and ${more} more`,
};
