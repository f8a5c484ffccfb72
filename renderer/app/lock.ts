import { typedPasswords } from '#features/edits';
import { sessionMirror } from '#features/session';
import { showSetting } from '#features/settings';
import { api } from '#lib/api';
import { showFault } from '#lib/toasts';
import { currentFormat } from '#lib/use-format';

/** Locks the open account; without a passphrase, shows where one is set. */
export async function lockNow(): Promise<void> {
  const session = sessionMirror.getState().value;
  if (session?.phase !== 'open' || session.profile.isDemo) return;
  if (session.copyStoredIn !== 'passphrase') return showSetting('passphrase');
  const outcome = await api.session.lock({ passwords: typedPasswords() });
  if (!outcome.ok) showFault(currentFormat().t('session.menu.lock'), outcome.fault);
}
