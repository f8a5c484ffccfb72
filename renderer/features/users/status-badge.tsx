import { useFormat } from '#lib/use-format';
import { page } from '#ui/page';
import type { UserStatus } from './user-rules';
import classes from './users.module.css';

/** Whether a user can log in: a colour and a word, with the message of one who cannot. */
export function StatusBadge({ status, why }: { status: UserStatus; why?: string | null }) {
  const { t } = useFormat();
  const text =
    status === 'disabled' && why
      ? t('users.status.disabledBecause', { reason: why })
      : t(`users.status.${status}`);
  return (
    <span className={page.inline} title={text}>
      <span className={classes.statusDot} data-status={status} aria-hidden />
      <span className={page.cut}>{text}</span>
    </span>
  );
}
