import { fail } from '#shared/fault';

/** A request to open or leave an account, while it is in progress. */
export interface LatestRequest {
  /** From now on earlier requests are superseded. */
  accept(): void;
  /** Throws `declined` if a later request was accepted. Call it after every wait. */
  throwIfSuperseded(): void;
  isSuperseded(): boolean;
}

/**
 * The user may start another request while a service, a keychain or a passphrase takes time. The
 * latest accepted request wins, in whatever order they finish.
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
    /** Supersedes all requests, also those that begin later. */
    end: () => {
      accepted = Number.POSITIVE_INFINITY;
    },
  };
}
