import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Fault, Outcome } from '#shared/fault';

/** What main answered to a question of a component. */
export interface Answer<T> {
  /** null until there is an answer to this question. */
  value: T | null;
  /** Why the last attempt failed; the value before it stays. */
  fault: Fault | null;
  isPending: boolean;
  /** Asks again; the value stays meanwhile, and an answer that was under way still counts until there is a newer one. */
  reload: () => void;
}

interface AnswerOptions {
  /**
   * The answer to the question before stays until there is another: for lists that must not flicker. It is gone once
   * nothing is asked.
   */
  keepsValue?: boolean;
}

/**
 * Asks main while the component is shown, and again whenever one of `deps` changes. Answers to earlier questions are
 * ignored. Pass null to ask nothing.
 */
export function useAnswer<T>(
  read: (() => Promise<Outcome<T>>) | null,
  deps: readonly unknown[],
  { keepsValue = false }: AnswerOptions = {},
): Answer<T> {
  const [reloads, setReloads] = useState(0);
  const isAsked = read !== null;
  // These objects stand for a question, and for one attempt to get its answer.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const question = useMemo(() => ({}), [isAsked, ...deps]);
  const attempt = useMemo(() => ({ question, reloads }), [question, reloads]);
  const [answer, setAnswer] = useState<{
    attempt: typeof attempt;
    value: T | null;
    fault: Fault | null;
  } | null>(null);
  /** The question that is asked now; null: the component is not shown. */
  const asked = useRef<object | null>(null);
  useEffect(() => {
    asked.current = question;
    return () => {
      asked.current = null;
    };
  }, [question]);
  useEffect(() => {
    if (!read) {
      setAnswer(null);
      return;
    }
    void read().then((outcome) => {
      if (asked.current !== attempt.question) return;
      setAnswer((before) => {
        const isSame = before?.attempt.question === attempt.question;
        // With a timer, an answer can take longer than the next attempt comes; only a newer answer replaces it.
        if (isSame && before.attempt.reloads > attempt.reloads) return before;
        const known = before && (keepsValue || isSame);
        return {
          attempt,
          value: outcome.ok ? outcome.value : known ? before.value : null,
          fault: outcome.ok ? null : outcome.fault,
        };
      });
    });
    // `read` is another function each time; `deps` say when it asks something else.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt]);
  const isShown = isAsked && (keepsValue || answer?.attempt.question === question);
  return {
    value: isShown ? (answer?.value ?? null) : null,
    fault: isShown ? (answer?.fault ?? null) : null,
    isPending: isAsked && answer?.attempt !== attempt,
    reload: useCallback(() => setReloads((count) => count + 1), []),
  };
}

/** The same for a worker of this window, which answers without faults. */
export function useWorkerAnswer<T>(
  read: (() => Promise<T>) | null,
  deps: readonly unknown[],
  options?: AnswerOptions,
): T | null {
  const ask = read && (async () => ({ ok: true as const, value: await read() }));
  return useAnswer(ask, deps, options).value;
}
