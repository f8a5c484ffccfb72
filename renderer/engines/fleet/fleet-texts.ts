/** The texts with values of this feature. */
export const texts = {
  updatingTheFleet: 'Updating the fleet',
};
