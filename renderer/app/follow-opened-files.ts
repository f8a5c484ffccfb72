import type { Session } from '#shared/domain/session';
import type { OpenedFile } from '#shared/domain/submission';
import type { Mirror } from '#lib/mirror';

interface FollowOptions {
  session: Mirror<Session>;
  given: Mirror<OpenedFile | null>;
  /** False where leaving what is on the screen would take something along. */
  mayLeave: () => boolean;
  show: () => void;
}

/** Leads to the page that opens a file which the system handed over, once for each file. */
export function followOpenedFiles({ session, given, mayLeave, show }: FollowOptions): void {
  let led: string | null = null;
  const lead = () => {
    const file = given.getState().value;
    if (session.getState().value?.phase !== 'open') return;
    if (!file || file.trouble || file.id === led) return;
    led = file.id;
    if (mayLeave()) show();
  };
  session.subscribe(lead);
  given.subscribe(lead);
}
