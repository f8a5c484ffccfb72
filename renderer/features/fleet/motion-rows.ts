import type { Fix } from '#shared/domain/fix';
import { knownOf } from '#shared/domain/known';
import { compassWord, duration, type Format } from '#lib/format';
import { knownRow, type KnownRow } from './known-rows';

/** Speed, course and how long the device has been stationary. */
export function motionRows(fix: Fix, isOld: boolean, format: Format): KnownRow[] {
  const { at } = fix;
  // A speed of the past is never shown as if it were the present one.
  const speed = (value: number) =>
    isOld && at !== null ? `${format.speed(value)} at ${format.moment(at)}` : format.speed(value);
  return [
    knownRow('Speed', knownOf(fix, 'speed'), speed, {
      isOld,
      source: (value) =>
        `Sent as ${format.number(value)}. The unit is assumed to be ${format.serviceSpeedUnit}, as set in Settings.`,
    }),
    knownRow(
      'Course',
      knownOf(fix, 'course'),
      (value) => `${format.number(Math.round(value * 10) / 10)}° (${compassWord(value)})`,
      { isOld, source: (value) => `Sent as ${format.number(value)}, in degrees from north.` },
    ),
    knownRow('Stationary for', knownOf(fix, 'inactiveSeconds'), duration, {
      isOld,
      source: (value) => `Sent as ${format.number(value)} seconds.`,
    }),
  ];
}
