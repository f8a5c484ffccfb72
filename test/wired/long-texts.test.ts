import vm from 'node:vm';
import * as readers from '../../shared/wire/read';
import { expect, test } from 'vitest';
import { mask } from '../../main/app/log';
import { readNumber as readTrackNumber } from '../../main/exchange/tracks/read-point';
import { withoutNames, withoutPositions } from '../../main/features/diagnostics/support-bundle';
import { textOfHtml } from '../../main/features/maps/served-style';
import { readAddress } from '../../shared/domain/address';
import { readCoordinates } from '../../shared/domain/coordinates';
import { isEmailAddress } from '../../shared/domain/user';
import { isNearSearch } from '../../shared/places/near';
import { decodeAlertList } from '../../shared/wire/reports';
import { decodeDeviceList } from '../../shared/wire/device';
import { decodeEnvelope } from '../../shared/wire/envelope';
import { fieldCandidates } from '../../shared/wire/field-candidates';
import { decodeFix, decodeFixList } from '../../shared/wire/fix';
import { decodeGroupList, decodeUserList } from '../../shared/wire/records';
import { decodeTokenAnswer } from '../../shared/wire/token';

// A text of 1 MB from outside takes about as long as its length, not the square of it: that would be most
// of an hour, during which main answers nothing.

const length = 1_000_000;
const repeated = (piece: string) => piece.repeat(length / piece.length);
const texts: [string, string][] = [
  ['digits', `${repeated('1')}!`],
  ['digits and points', `${repeated('1.')}!`],
  ['digits and commas', `${repeated('1,')}!`],
  ['digits and spaces', `${repeated('1 ')}!`],
  ['a long fraction of a second', `2026-01-01T00:00:00.${repeated('1')}!`],
  ['blanks inside', `1${repeated(' ')}!`],
  ['lines', `near${repeated('\n ')}\u0000`],
  ['signs', `1${repeated('@')} `],
  ['quotation marks', `!${repeated('"')}!`],
  ['angle brackets', repeated('<')],
  ['starts of tokens', repeated('eyJ')],
  ['names of counters', repeated('mail')],
];

const fields = ['id', 'name', 'date', 'latitude', 'speed', 'isActive', 'expires', 'expirationDate'];
const counters = ['success', 'apiUsage', 'apiDailyUsage', 'token', 'timeZone', 'error'];
const recordOf = (text: string) =>
  Object.fromEntries([...fields, ...counters].map((field) => [field, text]));

const { DayOnly: _day, Partly: _partly, readWithin, ...valueReaders } = readers;
const given: [string, (text: string) => unknown][] = [
  ...Object.entries(valueReaders),
  ['readWithin', readWithin(0, 1)],
  ['decodeEnvelope', (text) => decodeEnvelope(recordOf(text))],
  ['decodeTokenAnswer', (text) => decodeTokenAnswer(recordOf(text))],
  ['decodeDeviceList', (text) => decodeDeviceList([recordOf(text)])],
  ['decodeUserList', (text) => decodeUserList([recordOf(text)])],
  ['decodeGroupList', (text) => decodeGroupList([recordOf(text)])],
  ['decodeAlertList', (text) => decodeAlertList([recordOf(text)])],
  ['decodeFix', (text) => decodeFix(recordOf(text))],
  ['decodeFixList', (text) => decodeFixList([recordOf(text)])],
  ['fieldCandidates', (text) => fieldCandidates('limits', 'emailsSentToday', [{ [text]: 1 }])],
  ['a number in a track', readTrackNumber],
  ['coordinates', readCoordinates],
  ['an address of a service', readAddress],
  ['an e-mail address', isEmailAddress],
  ['a search', isNearSearch],
  ['sources of a map', textOfHtml],
  ['a line of the log', mask],
  ['positions in a text', withoutPositions],
  ['names in a text', (text) => withoutNames(text, ['Van 12'])],
];

/** Far more than is needed; ends what would otherwise run for most of an hour. */
const limitMs = 10_000;

test.each(given)('%s reads 1 MB of anything without standing still', (_, read) => {
  for (const [kind, text] of texts) {
    const run = () => vm.runInNewContext('read(text)', { read, text }, { timeout: limitMs });
    expect(run, kind).not.toThrow();
  }
});
