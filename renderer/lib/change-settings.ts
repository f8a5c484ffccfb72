import type { Settings } from '#shared/domain/settings';
import { api } from './api';
import { showFault } from './toasts';
import { commonTexts } from './common-texts';

/** Changes settings from outside the settings page; a change that fails is said. */
export async function changeSettings(change: Partial<Settings>): Promise<void> {
  const outcome = await api.settings.change(change);
  if (!outcome.ok) showFault(commonTexts.theSettingWasNotChanged, outcome.fault);
}
