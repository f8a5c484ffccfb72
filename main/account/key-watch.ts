import type { Fault } from '#shared/fault';

/** Decides from the results of background requests whether the service refuses the key. */
export interface KeyWatch {
  /** The result of a request: null for an answer. */
  saw(fault: Fault | null): void;
}

export function createKeyWatch(onRefused: (fault: Fault | null) => void): KeyWatch {
  let refusal: Fault | null = null;
  return {
    saw: (fault) => {
      if (fault?.kind === 'unauthorized') {
        refusal = fault;
        onRefused(fault);
        return;
      }
      // Only an answer shows that the key works again; being offline says nothing about it.
      if (fault !== null || refusal === null) return;
      refusal = null;
      onRefused(null);
    },
  };
}
