import { useEffect, useState } from 'react';
import type { Fault } from '#shared/fault';
import type { AlertFilter, AlertPage } from '#shared/ipc/alerts';
import { api } from '#lib/api';

/** More than this is not shown at once: nobody reads it, and the range can be made shorter. */
export const mostShown = 5_000;

/** The log as a query filters it, newest first, read again whenever `version` is another. */
export function useLog(
  query: AlertFilter,
  version: string,
): { log: AlertPage | null; fault: Fault | null } {
  const [log, setLog] = useState<AlertPage | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const key = JSON.stringify(query);
  useEffect(() => {
    let isCurrent = true;
    const { deviceIds, range, names, acknowledged } = JSON.parse(key) as AlertFilter;
    void api.alerts
      .list({
        deviceIds: deviceIds && [...deviceIds],
        range,
        names: names && [...names],
        acknowledged,
        from: 0,
        limit: mostShown,
      })
      .then((outcome) => {
        if (!isCurrent) return;
        setFault(outcome.ok ? null : outcome.fault);
        if (outcome.ok) setLog(outcome.value);
      });
    return () => {
      isCurrent = false;
    };
  }, [key, version]);
  return { log, fault };
}
