import { useEffect, useState } from 'react';
import type { Fault } from '#shared/fault';
import type { AlertFilter, AlertPage } from '#shared/ipc/history';
import { api } from '#lib/api';

/** More entries than this are not shown; the user can choose a shorter range. */
export const mostShown = 5_000;

export type LogQuery = AlertFilter;
export type Log = AlertPage;

/** The log for a query, newest first; read again when `version` changes. */
export function useLog(query: LogQuery, version: string): { log: Log | null; fault: Fault | null } {
  const [log, setLog] = useState<Log | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const key = JSON.stringify(query);
  useEffect(() => {
    let isCurrent = true;
    const { deviceIds, range, names, acknowledged } = JSON.parse(key) as LogQuery;
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
