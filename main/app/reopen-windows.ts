import type { FurtherWindow, OpenWindow } from '#shared/domain/window';
import type { AppWindow } from './window';
import type { Services } from './services';
import { mainWorkspace } from './workspace-id';

/**
 * Remembers with the account of the main window which other windows are open, those of other accounts too, and opens
 * them with it again, if the settings say so. They are kept with what is encrypted, because a window may be about one
 * device. `wall`: the views of a wall screen that this start asks for. Returns how to ask for one later.
 */
export function reopenWindows(
  window: AppWindow,
  { workspaces, settings, firstPicture, isSafeMode, log }: Services,
  wall: string[] | null,
): { openWall: (views: string[]) => void } {
  const { events, session } = workspaces.main;
  let account: string | null = null;
  let asked: FurtherWindow | null = null;
  if (wall ?? settings.current().wallAtStart) asked = { shows: 'wall', views: wall ?? [] };

  async function reopen(id: string): Promise<void> {
    const isWanted = settings.current().reopenWindows && !isSafeMode;
    const stored = isWanted ? session.account().viewState.windows() : [];
    // The main window is on screen first.
    await firstPicture;
    if (account !== id) return;
    // Of an account that was locked they are still there.
    const windows = window.further().some(({ of }) => of === mainWorkspace) ? [] : stored;
    for (const { shows, place, account: other } of windows) {
      if (other !== null) continue;
      // The one that is asked for is where the other one was.
      const isReplaced = asked !== null && shows?.shows === 'wall';
      window.openFurther(isReplaced ? asked! : shows, mainWorkspace, place);
      if (isReplaced) asked = null;
    }
    if (asked) window.openFurther(asked, mainWorkspace);
    asked = null;
    for (const other of new Set(windows.map((each) => each.account))) {
      if (other !== null) await reopenOther(other, windows);
    }
  }

  /** Its list entry may be gone, or the keychain has its key no more. */
  async function reopenOther(id: string, windows: readonly OpenWindow[]): Promise<void> {
    if (workspaces.all().some((each) => each.session.has(id))) return;
    const own = windows.filter((each) => each.account === id);
    await workspaces.openInWindow(id, own).catch(() => log('windows: an account was not opened'));
  }

  /** The windows that are open now, but those of the page that asks for an account. */
  function open(): OpenWindow[] {
    return window.further().flatMap(({ of, ...rest }) => {
      if (of === mainWorkspace) return { ...rest, account: null };
      const current = workspaces
        .all()
        .find((each) => each.id === of)
        ?.session.current();
      return !current || current.phase === 'none' ? [] : { ...rest, account: current.profile.id };
    });
  }

  events.on('session', (next) => {
    const id = next.phase === 'open' ? next.profile.id : null;
    if (id === account) return;
    account = id;
    if (id !== null) void reopen(id);
  });
  window.on('arranged', () => session.openAccount()?.viewState.keepWindows(open()));
  return {
    openWall: (views) => {
      if (account === null) asked = { shows: 'wall', views };
      else window.openFurther({ shows: 'wall', views }, mainWorkspace);
    },
  };
}
