import { metresBetween } from '#shared/history/distance';
import { bearingBetween } from '#shared/places/place';
import type { Generation } from './generation';
import { readRows } from './table';
import type { NearestDevices, NearestQuestion } from './types';

/** The devices nearest to a point, of all that the service lists. */
export function nearestDevices(
  fleet: Generation | null,
  matches: Uint8Array,
  question: NearestQuestion,
): NearestDevices {
  const none = { devices: [], withoutPosition: 0, tooOld: 0 };
  if (!fleet) return { at: null, ...none };
  const { latitude, longitude, positionAt, unlistedAt, count } = fleet.columns;
  const own = 'deviceId' in question.to ? fleet.slotOf(question.to.deviceId) : -1;
  const at = 'at' in question.to ? question.to.at : positionOf(latitude[own], longitude[own]);
  if (!at) return { at: null, ...none };

  let withoutPosition = 0;
  let tooOld = 0;
  const nearest = new Nearest(question.limit);
  for (let slot = 0; slot < count; slot++) {
    if (slot === own || !Number.isNaN(unlistedAt[slot]!)) continue;
    if (question.onlyMatching && matches[slot] === 0) continue;
    if (Number.isNaN(latitude[slot]!)) withoutPosition += 1;
    else if (question.since !== null && !(positionAt[slot]! >= question.since)) tooOld += 1;
    else {
      nearest.add(
        slot,
        metresBetween(at.latitude, at.longitude, latitude[slot]!, longitude[slot]!),
      );
    }
  }
  const { slots, metres } = nearest;
  const devices = readRows(fleet, slots, '').map((row, i) => ({
    row,
    metres: metres[i]!,
    bearing: bearingBetween(at.latitude, at.longitude, latitude[slots[i]!]!, longitude[slots[i]!]!),
  }));
  return { at, devices, withoutPosition, tooOld };
}

function positionOf(latitude: number | undefined, longitude: number | undefined) {
  if (latitude === undefined || longitude === undefined || Number.isNaN(latitude)) return null;
  return { latitude, longitude };
}

/** The slots with the smallest distances: nearly all devices cost one comparison. */
class Nearest {
  readonly slots: number[] = [];
  readonly metres: number[] = [];

  constructor(private readonly limit: number) {}

  add(slot: number, metres: number): void {
    const { length } = this.metres;
    if (length >= this.limit && metres >= this.metres[length - 1]!) return;
    let index = length;
    while (index > 0 && this.metres[index - 1]! > metres) index -= 1;
    this.slots.splice(index, 0, slot);
    this.metres.splice(index, 0, metres);
    if (length < this.limit) return;
    this.slots.pop();
    this.metres.pop();
  }
}
