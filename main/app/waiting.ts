import type { EventEmitter } from 'node:events';
import type { AppEvents } from '#main/account/account-services';
import type { AlertOverview } from '#shared/domain/alert';

/** What waits for the user in an open account. */
export interface Waiting {
  /** Devices whose call for help is not acknowledged. */
  sos: number;
  /** Alerts that are not acknowledged. */
  alerts: number;
}

/** What waits in the account of a session; null while none is open or it is locked. Calls `onChanged` when it changes. */
export function followWaiting(
  events: EventEmitter<AppEvents>,
  onChanged: () => void,
): () => Waiting | null {
  let account: string | null = null;
  let overview: AlertOverview | null = null;
  events
    .on('alertOverview', (next) => {
      overview = next;
      onChanged();
    })
    .on('session', (session) => {
      const id = session.phase === 'open' ? session.profile.id : null;
      if (id === account) return;
      // What is known of one account is not shown for another.
      account = id;
      overview = null;
      onChanged();
    });
  return () => {
    if (account === null) return null;
    const sos = overview?.urgent.filter(({ severity }) => severity === 'sos').length ?? 0;
    return { sos, alerts: overview?.unacknowledged ?? 0 };
  };
}
