import type { ServiceClient } from '#main/api/service-client';
import type { DayStore } from './day-store';
import { subtract } from './ranges';

interface AlertAccess {
  client: Pick<ServiceClient, 'locations' | 'alerts'>;
  store: Pick<DayStore, 'putTrack' | 'putAlerts' | 'reopen' | 'fetched'>;
}

/**
 * Restricts the requests for alerts to one kind (`alertName`). The answers are stored, but their time
 * does not count as requested: the other kinds are not in them.
 */
export function ofOneKind<A extends AlertAccess>(access: A, alertName: string | undefined): A {
  if (alertName === undefined) return access;
  const { client, store } = access;
  return {
    ...access,
    client: {
      ...client,
      alerts: (id, range, signal) => client.alerts(id, { ...range, alertName }, signal),
    },
    store: {
      ...store,
      putAlerts: (deviceId, day, answer) => {
        const requested = store.fetched('alerts', deviceId);
        store.putAlerts(deviceId, day, { ...answer, settledTo: 0 });
        for (const part of subtract(answer.range, requested)) {
          store.reopen('alerts', deviceId, part);
        }
      },
    },
  };
}
