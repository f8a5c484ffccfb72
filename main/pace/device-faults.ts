/** How long a device rests that fails alone, and one whose own daily results are used up. */
const failedRestMs = 60_000;
const limitedRestMs = 900_000;

/** Tells faults of one device from faults of the service, and lets such a device rest. */
export interface DeviceFaults {
  /** The service answered a request, so earlier failures were those of their devices. */
  answered(): void;
  /** This device failed; true if it may be the service that fails. */
  failed(id: string, isOnlyOne: boolean): boolean;
  /** The daily results of this device are used up. */
  limited(id: string): void;
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
  return {
    answered: () => {
      for (const id of failing) rest(id, failedRestMs);
      failing = [];
    },
    failed: (id, isOnlyOne) => {
      failing.push(id);
      return isOnlyOne || failing.length > 1;
    },
    limited: (id) => rest(id, limitedRestMs),
    broken: (id) => rest(id, failedRestMs),
    forget: () => {
      failing = [];
    },
  };
}
