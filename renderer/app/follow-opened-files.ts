import type { Session } from '#shared/domain/session';
import type { OpenedFile } from '#shared/domain/submission';
import type { Mirror } from '#lib/mirror';

interface FollowOptions {
  session: Mirror<Session>;
  openedFile: Mirror<OpenedFile | null>;
  /** False if leaving the current page would lose something. */
  mayLeave: () => boolean;
  show: () => void;
}

/** Opens the submit page for a file passed on by the system, once for each file. */
export function followOpenedFiles({ session, openedFile, mayLeave, show }: FollowOptions): void {
  let shownId: string | null = null;
  const showFile = () => {
    const file = openedFile.getState().value;
    if (session.getState().value?.phase !== 'open') return;
    if (!file || file.trouble || file.id === shownId) return;
    shownId = file.id;
    if (mayLeave()) show();
  };
  session.subscribe(showFile);
  openedFile.subscribe(showFile);
}
