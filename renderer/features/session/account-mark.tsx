import type { Profile } from '#shared/domain/session';
import { accountColour, initialOf } from './account-colour';
import { nameOf } from './account-names';
import classes from './connect.module.css';

/** The colour of an account with its initial; the name is beside it. */
export function AccountMark({ profile }: { profile: Profile }) {
  return (
    <span className={classes.mark} style={{ background: accountColour(profile.id) }} aria-hidden>
      {initialOf(nameOf(profile))}
    </span>
  );
}
