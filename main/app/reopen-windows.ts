import type { AppWindow } from './window';
import type { Services } from './services';
import { mainWorkspace } from './workspace-id';

/**
 * Remembers with the account of the main window which further windows are open, and opens them with it again, if the
 * settings say so. They are kept with what is encrypted, because a window may be about one device.
 */
export function reopenWindows(
  window: AppWindow,
  { workspaces, settings, firstPicture, isSafeMode }: Services,
): void {
  const { events, session } = workspaces.main;
  let account: string | null = null;
  const reopen = async (id: string) => {
    const windows = session.account().viewState.windows();
    // The main window is on screen first.
    await firstPicture;
    // Of an account that was locked they are still there.
    if (account !== id || window.further().length > 0) return;
    for (const { shows, place } of windows) window.openFurther(shows, mainWorkspace, place);
  };
  events.on('session', (next) => {
    const id = next.phase === 'open' ? next.profile.id : null;
    if (id === account) return;
    account = id;
    if (id !== null && !isSafeMode && settings.current().reopenWindows) void reopen(id);
  });
  window.on('arranged', () => session.openAccount()?.viewState.keepWindows(window.further()));
}
