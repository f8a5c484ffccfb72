import { page } from '#ui/page';
import { userStatusLabels, type UserStatus } from './users-texts';
import classes from './users.module.css';

/** Whether a user can log in: a colour and a word, with the message of one who cannot. */
export function StatusBadge({ status, why }: { status: UserStatus; why?: string | null }) {
  const word = userStatusLabels[status];
  const text = status === 'disabled' && why ? `${word}: ${why}` : word;
  return (
    <span className={page.inline} title={text}>
      <span className={classes.statusDot} data-status={status} aria-hidden />
      <span className={page.cut}>{text}</span>
    </span>
  );
}
