import type { Profile } from '#shared/domain/session';
import type { Format } from '#lib/format';

/** The display name of an account. */
export const nameOf = ({ isDemo, userName }: Profile, { t }: Format): string =>
  isDemo ? t('session.demo.name') : userName;

/** The display text for its address. */
export const addressOf = ({ isDemo, address }: Profile, { t }: Format): string =>
  isDemo ? t('session.demo.address') : address;

export const userAt = ({ userName, address }: Profile, { t }: Format): string =>
  t('session.userAt', { user: userName, address });
