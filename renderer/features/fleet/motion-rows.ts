import type { Fix } from '#shared/domain/fix';
import { knownOf } from '#shared/domain/known';
import { compassWord, duration, type Format } from '#lib/format';
import { knownRow, type KnownRow } from './known-rows';
import { messages } from './fleet-messages';
import { texts } from './fleet-texts';

/** Speed, course and how long the device has been stationary. */
export function motionRows(fix: Fix, isOld: boolean, format: Format): KnownRow[] {
  const { at } = fix;
  // A speed of the past is never shown as if it were the present one.
  const speed = (value: number) =>
    isOld && at !== null
      ? messages.speedAt(format.speed(value), format.moment(at))
      : format.speed(value);
  return [
    knownRow(texts.speed, knownOf(fix, 'speed'), speed, {
      isOld,
      source: (value) =>
        messages.sentWithAssumedUnit(format.number(value), format.serviceSpeedUnit),
    }),
    knownRow(
      texts.course,
      knownOf(fix, 'course'),
      (value) => `${format.number(Math.round(value * 10) / 10)}° (${compassWord(value)})`,
      { isOld, source: (value) => messages.sentInDegrees(format.number(value)) },
    ),
    knownRow(texts.stationaryFor, knownOf(fix, 'inactiveSeconds'), duration, {
      isOld,
      source: (value) => messages.sentInSeconds(format.number(value)),
    }),
  ];
}
