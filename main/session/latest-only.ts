import { fail } from '#shared/fault';

/** One wish about which account is open, while it is being carried out. */
export interface Wish {
  /** From here on it counts: whatever was wished before it is dropped. */
  accept(): void;
  /** Throws `conflict` where a later wish was accepted; to be asked after every wait. */
  goOn(): void;
  isDropped(): boolean;
}

/**
 * People change their mind while a service, a keychain or a passphrase takes its time. Of several
 * wishes the last accepted one wins, whatever answers first.
 */
export function createWishes(): { begin(): Wish; end(): void } {
  let last = 0;
  let accepted = 0;
  return {
    begin: () => {
      const mine = ++last;
      const isDropped = () => mine < accepted;
      const goOn = () => {
        if (isDropped())
          fail({ kind: 'conflict', message: 'Something else was chosen meanwhile.', isOurs: true });
      };
      return {
        goOn,
        isDropped,
        accept: () => {
          goOn();
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

/** Refuses what was wished of an account that is not on screen any more. */
export function leftMeanwhile(): never {
  fail({ kind: 'conflict', message: 'The account was left meanwhile.', isOurs: true });
}
