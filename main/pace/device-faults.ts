/** How long a device rests that fails alone, and one whose own daily results are used up. */
const failedRestMs = 60_000;
const limitedRestMs = 900_000;

/** Tells faults of one device from faults of the service, and lets such a device rest. */
export interface DeviceFaults {
  /** The service answered a request, so earlier failures were those of their devices. */
  answered(): void;
  /** This device was answered. */
  succeeded(id: string): void;
  /** This device failed; true if it may be the service that fails. */
  failed(id: string, isOnlyOne: boolean): boolean;
  /** This device was refused with a 429; true if that concerns all of them. */
  limited(id: string): boolean;
  /** An exception of ours: the device rests. */
  broken(id: string): void;
  /** The service fails: the failures say nothing about their devices. */
  forget(): void;
}

export function createDeviceFaults(options: {
  now: () => number;
  rest: (id: string, until: number) => void;
}): DeviceFaults {
  const rest = (id: string, forMs: number) => options.rest(id, options.now() + forMs);
  /** Devices that failed since the last answer. */
  let failing: string[] = [];
  /** Devices whose last answer was a 429, with the number of answers by then. */
  const limited = new Map<string, number>();
  let answers = 0;
  return {
    answered: () => {
      answers++;
      for (const id of failing) rest(id, failedRestMs);
      failing = [];
    },
    succeeded: (id) => {
      limited.delete(id);
    },
    failed: (id, isOnlyOne) => {
      failing.push(id);
      return isOnlyOne || failing.length > 1;
    },
    limited: (id) => {
      const answersThen = limited.get(id);
      limited.set(id, answers);
      // Others were answered since, and this one is refused again: its own results are used up.
      const isItsOwn = answersThen !== undefined && answers > answersThen;
      if (isItsOwn) rest(id, limitedRestMs);
      return !isItsOwn;
    },
    broken: (id) => rest(id, failedRestMs),
    forget: () => {
      failing = [];
    },
  };
}
