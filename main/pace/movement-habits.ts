/**
 * How often parked devices depart, by hour of the day, and how long their trips last. A device starts
 * from what the whole fleet does at an hour; its own departures count more with each one that is seen.
 * Devices are numbers from 0; times are epoch milliseconds.
 */
export interface MovementHabits {
  /** Moves what was learned of device `from[i]` to `i`; -1: nothing is known of it. */
  reorder(from: Int32Array): void;
  /** The hour of the day of the account, 0 to 23. */
  hourOf(at: number): number;
  /** Departures per hour of a parked device at an hour of the day. */
  departureRate(device: number, hour: number): number;
  /** Ends of trips per hour of movement. */
  endRate(): number;
  /** The device was parked in this time, or departed at an unknown moment of it. */
  parked(device: number, from: number, to: number, hasDeparted: boolean): void;
  /** A device moved for so many hours, and its trip ended or not. */
  moved(hours: number, hasEnded: boolean): void;
  /** What was learned of a device; null: it never departed and was hardly watched. */
  habitOf(device: number): Habit | null;
  setHabit(device: number, habit: Habit): void;
  fleet(): FleetHabits;
  setFleet(habits: FleetHabits): void;
}

/** What was learned of one device. */
export interface Habit {
  departures: number;
  /** Those that a usual device of the fleet would have made while it was watched. */
  expectedDepartures: number;
  /** Departures and parked hours for each hour of the day; null: it never departed. */
  hourly: { departures: number[]; parkedHours: number[] } | null;
}

/** What was learned of all devices together. */
export interface FleetHabits {
  departures: number[];
  parkedHours: number[];
  tripsEnded: number;
  tripHours: number;
}

export interface HabitOptions {
  /** What to add to a moment for the wall clock of the account; absent: UTC. */
  zoneOffsetMs?: ((at: number) => number) | undefined;
}

export const hoursOfDay = 24;
const hourMs = 3_600_000;
/** How many departures a device's own habits need to count as much as those of the fleet. */
const priorDepartures = 0.5;
const priorHours = 1;
/** Only the last weeks count: beyond so many hours, older ones lose their weight. */
const rememberedHours = 40;
const rememberedFleetHours = 100_000;

export function createMovementHabits({ zoneOffsetMs = () => 0 }: HabitOptions): MovementHabits {
  let departures = new Float32Array(0);
  let expected = new Float32Array(0);
  /** The row of a device in the hourly columns, which only devices that departed have; -1: none. */
  let rowOf = new Int32Array(0);
  let rows = { count: 0, departures: new Float32Array(0), parkedHours: new Float32Array(0) };
  /** Until more is known, a quarter of a departure per parked hour and trips of an hour. */
  const fleet = {
    departures: new Float64Array(hoursOfDay).fill(0.5),
    parkedHours: new Float64Array(hoursOfDay).fill(2),
  };
  const trips = { ended: 2, hours: 2 };

  const hourOf = (at: number) => {
    const hour = Math.floor((at + zoneOffsetMs(at)) / hourMs) % hoursOfDay;
    return hour < 0 ? hour + hoursOfDay : hour;
  };
  const usualRate = (hour: number) => fleet.departures[hour]! / fleet.parkedHours[hour]!;

  function rateAt(device: number, hour: number): number {
    const activity =
      (departures[device]! + priorDepartures) / (expected[device]! + priorDepartures);
    const own = activity * usualRate(hour);
    const row = rowOf[device]!;
    if (row < 0) return own;
    const slot = row * hoursOfDay + hour;
    return (rows.departures[slot]! + priorHours * own) / (rows.parkedHours[slot]! + priorHours);
  }

  function rowFor(device: number): number {
    if (rowOf[device]! >= 0) return rowOf[device]!;
    const row = rows.count++;
    if (rows.count * hoursOfDay > rows.departures.length) {
      const size = Math.max(64, rows.count * 2) * hoursOfDay;
      rows = {
        count: rows.count,
        departures: grown(rows.departures, size),
        parkedHours: grown(rows.parkedHours, size),
      };
    }
    rowOf[device] = row;
    return row;
  }

  /** The hours of the day that a time touches, with the part of each in hours. */
  function hoursBetween(from: number, to: number): { hour: number; length: number }[] {
    const parts: { hour: number; length: number }[] = [];
    for (let at = from; at < to && parts.length < 2 * hoursOfDay;) {
      const offset = zoneOffsetMs(at);
      const end = Math.min(to, (Math.floor((at + offset) / hourMs) + 1) * hourMs - offset);
      parts.push({ hour: hourOf(at), length: (end - at) / hourMs });
      at = end;
    }
    return parts;
  }

  function count(hour: number, row: number, parkedHours: number, departed: number): void {
    fleet.parkedHours[hour]! += parkedHours;
    fleet.departures[hour]! += departed;
    if (fleet.parkedHours[hour]! > rememberedFleetHours) {
      fleet.parkedHours[hour]! *= 0.8;
      fleet.departures[hour]! *= 0.8;
    }
    if (row < 0) return;
    const slot = row * hoursOfDay + hour;
    rows.parkedHours[slot]! += parkedHours;
    rows.departures[slot]! += departed;
    if (rows.parkedHours[slot]! > rememberedHours) {
      rows.parkedHours[slot]! *= 0.8;
      rows.departures[slot]! *= 0.8;
    }
  }

  return {
    reorder: (from) => {
      const before = { departures, expected, rowOf, rows };
      const size = from.length;
      departures = new Float32Array(size);
      expected = new Float32Array(size);
      rowOf = new Int32Array(size).fill(-1);
      rows = { count: 0, departures: new Float32Array(0), parkedHours: new Float32Array(0) };
      for (let device = 0; before.expected.length > 0 && device < size; device++) {
        const old = from[device]!;
        if (old < 0) continue;
        departures[device] = before.departures[old]!;
        expected[device] = before.expected[old]!;
        const oldRow = before.rowOf[old]!;
        if (oldRow < 0) continue;
        const row = rowFor(device);
        for (const name of ['departures', 'parkedHours'] as const) {
          const start = oldRow * hoursOfDay;
          const own = before.rows[name].subarray(start, start + hoursOfDay);
          rows[name].set(own, row * hoursOfDay);
        }
      }
    },
    hourOf,
    departureRate: rateAt,
    endRate: () => trips.ended / trips.hours,
    parked: (device, from, to, hasDeparted) => {
      const parts = hoursBetween(from, to);
      const likely = parts.map(({ hour, length }) => length * rateAt(device, hour));
      const total = likely.reduce((sum, each) => sum + each, 0);
      const row = hasDeparted ? rowFor(device) : rowOf[device]!;
      parts.forEach(({ hour, length }, i) => {
        // It departed about half-way.
        const parkedHours = hasDeparted ? length / 2 : length;
        expected[device]! += parkedHours * usualRate(hour);
        count(hour, row, parkedHours, hasDeparted && total > 0 ? likely[i]! / total : 0);
      });
      if (hasDeparted) departures[device]! += 1;
      if (expected[device]! > rememberedHours) {
        expected[device]! *= 0.8;
        departures[device]! *= 0.8;
      }
    },
    moved: (hours, hasEnded) => {
      trips.hours += hasEnded ? hours / 2 : hours;
      if (hasEnded) trips.ended += 1;
      if (trips.hours > rememberedFleetHours) {
        trips.hours *= 0.8;
        trips.ended *= 0.8;
      }
    },
    habitOf: (device) => {
      const row = rowOf[device]!;
      if (row < 0 && expected[device] === 0) return null;
      const start = row * hoursOfDay;
      const own = (column: Float32Array) => Array.from(column.subarray(start, start + hoursOfDay));
      return {
        departures: departures[device]!,
        expectedDepartures: expected[device]!,
        hourly:
          row < 0 ? null : { departures: own(rows.departures), parkedHours: own(rows.parkedHours) },
      };
    },
    setHabit: (device, habit) => {
      departures[device] = habit.departures;
      expected[device] = habit.expectedDepartures;
      if (!habit.hourly) return;
      const start = rowFor(device) * hoursOfDay;
      rows.departures.set(habit.hourly.departures, start);
      rows.parkedHours.set(habit.hourly.parkedHours, start);
    },
    fleet: () => ({
      departures: Array.from(fleet.departures),
      parkedHours: Array.from(fleet.parkedHours),
      tripsEnded: trips.ended,
      tripHours: trips.hours,
    }),
    setFleet: (habits) => {
      fleet.departures.set(habits.departures);
      fleet.parkedHours.set(habits.parkedHours);
      trips.ended = habits.tripsEnded;
      trips.hours = habits.tripHours;
    },
  };
}

function grown(column: Float32Array, size: number): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(size);
  larger.set(column);
  return larger;
}
