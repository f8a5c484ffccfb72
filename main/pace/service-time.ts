import type { Clock } from './clock';
import type { ServiceClock } from './service-clock';

/**
 * Time by the clock of the service, for what users see and what is stored; calls are paced by the clock
 * of this computer. Until the clock of the service is known, they are the same.
 */
export interface ServiceTime extends Clock {
  /** A time by the clock of this computer, by that of the service; both in epoch milliseconds. */
  of(computerAt: number): number;
}

export function createServiceTime(
  clock: Clock,
  serviceClock: Pick<ServiceClock, 'offsetMs'>,
): ServiceTime {
  const of = (computerAt: number) => computerAt + (serviceClock.offsetMs() ?? 0);
  return { ...clock, now: () => of(clock.now()), of };
}
