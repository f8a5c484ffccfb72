import type { Profile } from '#shared/domain/session';

/** The display name of an account. */
export const nameOf = (profile: Profile) => (profile.isDemo ? 'Demo fleet' : profile.userName);

/** The display text for its address. */
export const addressOf = (profile: Profile) =>
  profile.isDemo ? 'a service inside Waypost' : profile.address;
