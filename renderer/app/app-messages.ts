/** The texts with values of this feature. */
export const messages = {
  actionsFor: (label: string) => `Actions for ${label}`,
  /** The devices of an action, as its filter. */
  deviceFilter: (label: string) => `device ${label}`,
};
