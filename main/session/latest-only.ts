import { fail } from '#shared/fault';

/** One request about which account is open, while it is being carried out. */
export interface LatestRequest {
  /** From here on it counts: whatever was wished before it is dropped. */
  accept(): void;
  /** Throws `conflict` where a later request was accepted; to be asked after every wait. */
  throwIfSuperseded(): void;
  isSuperseded(): boolean;
}

/**
 * People change their mind while a service, a keychain or a passphrase takes its time. Of several
 * latestOnly the last accepted one wins, whatever answers first.
 */
export function createLatestOnly(): { begin(): LatestRequest; end(): void } {
  let last = 0;
  let accepted = 0;
  return {
    begin: () => {
      const mine = ++last;
      const isSuperseded = () => mine < accepted;
      const throwIfSuperseded = () => {
        if (isSuperseded())
          fail({
            kind: 'declined',
            reason: 'state',
            message: 'Something else was chosen meanwhile.',
          });
      };
      return {
        throwIfSuperseded,
        isSuperseded,
        accept: () => {
          throwIfSuperseded();
          accepted = mine;
        },
      };
    },
    /** Nothing that was begun, or is begun later, is carried out any more. */
    end: () => {
      accepted = Number.POSITIVE_INFINITY;
    },
  };
}
