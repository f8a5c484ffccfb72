import { useCallback, useRef, useState } from 'react';
import type { Fault, Outcome } from '#shared/fault';

export interface Action<A extends unknown[]> {
  /** Starts the call unless one is in flight; returns whether it succeeded. */
  run: (...args: A) => Promise<boolean>;
  isBusy: boolean;
  fault: Fault | null;
  dismiss: () => void;
}

/** A call to main on user request: one at a time, with its fault for display. */
export function useAction<A extends unknown[]>(
  call: (...args: A) => Promise<Outcome<unknown>>,
): Action<A> {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const running = useRef(false);
  const run = useCallback(
    async (...args: A) => {
      if (running.current) return false;
      running.current = true;
      setBusy(true);
      setFault(null);
      const outcome = await call(...args);
      running.current = false;
      setBusy(false);
      if (!outcome.ok) setFault(outcome.fault);
      return outcome.ok;
    },
    [call],
  );
  return { run, isBusy, fault, dismiss: useCallback(() => setFault(null), []) };
}
