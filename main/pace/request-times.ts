/** When each device was requested, by its index; times are epoch milliseconds. */
export interface RequestTimes {
  size(): number;
  /** How many were never requested since these times were created. */
  neverRequested(): number;
  /** Not requested yet, or not since `restart`. */
  isFirst(device: number): boolean;
  isBusy(device: number): boolean;
  /** Neither being requested nor resting. */
  isFree(device: number, now: number): boolean;
  /** Free, and long enough after its last request. Devices that are first are not due. */
  isDue(device: number, now: number): boolean;
  /** When it was requested. A clock that was set back must not extend its wait. */
  askedAt(device: number, now: number): number;
  restsUntil(device: number): number;
  /** The earliest moment of its next request. */
  readyAt(device: number, now: number): number;
  begin(device: number): void;
  end(device: number, now: number): void;
  /** It was requested outside the plan. */
  asked(device: number, now: number): void;
  /** Not to be requested before `until`; due then. */
  rest(device: number, until: number): void;
  /** As if no device had been requested yet, except for those that rest or are being requested. */
  restart(): void;
  /** The device at index i was at index `from[i]` before; -1: it is new. Nobody is being requested. */
  reorder(from: Int32Array): void;
}

const createColumns = (size: number) => ({
  requestedAt: new Float64Array(size).fill(Number.NaN),
  restsUntil: new Float64Array(size).fill(Number.NEGATIVE_INFINITY),
  isBusy: new Uint8Array(size),
  wasRequested: new Uint8Array(size),
});

export function createRequestTimes({
  restMs,
  pauseMs,
}: {
  /** The shortest time between two requests of a device that rested. */
  restMs: number;
  /** The shortest time between two requests. */
  pauseMs: (device: number) => number;
}): RequestTimes {
  let columns = createColumns(0);
  let requested = 0;

  const isFirst = (device: number) => Number.isNaN(columns.requestedAt[device]!);
  const isFree = (device: number, now: number) =>
    columns.isBusy[device] === 0 && columns.restsUntil[device]! <= now;
  function askedAt(device: number, now: number): number {
    const { requestedAt, restsUntil } = columns;
    if (requestedAt[device]! > now && restsUntil[device]! <= now) requestedAt[device] = now;
    return requestedAt[device]!;
  }
  const dueAt = (device: number, now: number) => askedAt(device, now) + pauseMs(device);

  return {
    size: () => columns.isBusy.length,
    neverRequested: () => columns.isBusy.length - requested,
    isFirst,
    isBusy: (device) => columns.isBusy[device] !== 0,
    isFree,
    isDue: (device, now) => isFree(device, now) && !isFirst(device) && dueAt(device, now) <= now,
    askedAt,
    restsUntil: (device) => columns.restsUntil[device]!,
    readyAt: (device, now) =>
      isFirst(device)
        ? columns.restsUntil[device]!
        : Math.max(dueAt(device, now), columns.restsUntil[device]!),
    begin: (device) => {
      columns.isBusy[device] = 1;
    },
    end: (device, now) => {
      columns.isBusy[device] = 0;
      requested += 1 - columns.wasRequested[device]!;
      columns.wasRequested[device] = 1;
      if (isFirst(device) || columns.restsUntil[device]! <= now) columns.requestedAt[device] = now;
    },
    asked: (device, now) => {
      columns.requestedAt[device] = now;
    },
    rest: (device, until) => {
      columns.restsUntil[device] = until;
      columns.requestedAt[device] = until - restMs;
    },
    restart: () => {
      const { requestedAt, restsUntil, isBusy } = columns;
      for (let device = 0; device < isBusy.length; device++) {
        const isResting = requestedAt[device] === restsUntil[device]! - restMs;
        if (isBusy[device] === 0 && !isResting) requestedAt[device] = Number.NaN;
      }
    },
    reorder: (from) => {
      const before = columns;
      columns = createColumns(from.length);
      requested = 0;
      // The first list of a large fleet is adopted without visiting each device.
      if (before.isBusy.length === 0) return;
      from.forEach((old, device) => {
        if (old < 0) return;
        columns.requestedAt[device] = before.requestedAt[old]!;
        columns.restsUntil[device] = before.restsUntil[old]!;
        columns.wasRequested[device] = before.wasRequested[old]!;
        requested += columns.wasRequested[device]!;
      });
    },
  };
}
