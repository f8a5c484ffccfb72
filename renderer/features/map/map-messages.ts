/** The texts with values of this feature. */
export const messages = {
  takes: (size: string) => `Takes ${size}.`,
  takesOfFree: (size: string, free: string) => `Takes ${size}; ${free} are free.`,
  remove: (name: string) => `Remove ${name}`,
  following: (label: string) => `Following ${label}`,
  andMore: (more: number) => `and ${more} more`,
};
