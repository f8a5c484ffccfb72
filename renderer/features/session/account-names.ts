import type { Profile } from '#shared/domain/session';

/** What an account is called on the screen. */
export const nameOf = (profile: Profile) => (profile.isDemo ? 'Demo fleet' : profile.userName);

/** Where it is, in words. */
export const addressOf = (profile: Profile) =>
  profile.isDemo ? 'a service inside Waypost' : profile.address;
