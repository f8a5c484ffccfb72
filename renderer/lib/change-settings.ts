import type { Settings } from '#shared/domain/settings';
import { api } from './api';
import { showFault } from './toasts';
import { currentFormat } from './use-format';

/** Changes settings from outside the settings page; a change that fails is said. */
export async function changeSettings(change: Partial<Settings>): Promise<void> {
  const outcome = await api.settings.change(change);
  if (!outcome.ok) showFault(currentFormat().t('common.settingNotChanged'), outcome.fault);
}
