// The second service of the project, written from the documents alone: every documented expectation
// holds for it, and its report lists what it does differently.
import { describe, expect, test } from 'vitest';
import type { AlternativeChoices } from '../../support/alternative-routes';
import { startAlternativeService } from '../../support/alternative-service';
import { portableTarget, type Target } from '../target';
import { portableTests } from './all';

const minute = 60_000;
const fixes = {
  'van 1': {
    dateTime: new Date(Date.now() - 10 * minute).toISOString(),
    latitude: 50.8,
    longitude: 4.3,
    speed: 12,
  },
};
const devices = [
  { id: 'van 1', name: 'Van 1', tags: { depot: 'north' }, expires: '2031-01-01T00:00:00Z' },
  { id: 'van/2', name: null },
];

const start = (choices: Partial<AlternativeChoices>) => () =>
  startAlternativeService({ devices, fixes }, choices);

/** The assumptions that do not hold for a service, with their marks. */
const differencesOf = (target: Target) =>
  target.report('').differences.map(({ expectation, mark }) => `${expectation} (${mark})`);

describe('a service built from the documents alone', () => {
  const target = portableTarget(start({}));
  portableTests(target);

  test('its report lists what it does differently', () => {
    expect(differencesOf(target)).toEqual([
      'a refused call has a body in JSON with an error text (open)',
      'a range whose ends are swapped is refused (open)',
      'a body that is not declared as JSON is refused (open)',
      'creating a record has status 201 (open)',
      'a deletion is answered with 200 and an envelope (A)',
      'a group with an unknown device is refused (open)',
      'a user with an e-mail address that is none is refused (open)',
      'a user with an unknown time zone is refused (open)',
      'a user with a negative number of devices is refused (open)',
      'a second user with the same e-mail address is refused (open)',
    ]);
    expect(target.report('').dialect).toEqual({
      patchContentType: 'application/json',
      patchTest: { user: 'guards', group: 'guards' },
      missingTokenStatus: 401,
      errorBodies: { 400: 'empty', 401: 'empty', 404: 'empty' },
      createStatus: 200,
      deleteAnswer: 'empty',
      singleRecord: 'flat',
      lists: 'envelope',
      memberCase: 'documented',
      groupReference: 'either',
      reportCalls: 'query',
      answeredRangeMs: { locations: 86_400_000, alerts: 86_400_000 },
    });
  });
});

describe('a service that uses every choice of the documents', () => {
  const target = portableTarget(
    start({
      createStatus: 201,
      singleRecord: 'data',
      lists: 'bare',
      memberCase: 'pascal',
      patchMediaType: 'application/json-patch+json',
      patchTest: 'refused',
      errorBody: 'html',
      unauthorizedStatus: 403,
    }),
  );
  portableTests(target);

  test('its report lists what it does differently', () => {
    expect(differencesOf(target)).toEqual([
      'the letter case of members is as documented (C)',
      'a refused call has a body in JSON with an error text (open)',
      'a call without a valid token is refused, with status 401 (open)',
      'devices are in an array under "devices" (A)',
      'locations are in an array under "locations" (A)',
      'a range whose ends are swapped is refused (open)',
      'a body that is not declared as JSON is refused (open)',
      'alerts are in an array under "alerts" (A)',
      'one group is in the documented place (flat) (A)',
      'groups are in an array under "groups" (A)',
      'a PATCH is accepted as application/json (A)',
      'the operation "test" guards a patch (RFC 6902) (open)',
      'a deletion is answered with 200 and an envelope (A)',
      'a group with an unknown device is refused (open)',
      'one user is in the documented place (flat) (A)',
      'users are in an array under "users" (A)',
      'a user with an e-mail address that is none is refused (open)',
      'a user with an unknown time zone is refused (open)',
      'a user with a negative number of devices is refused (open)',
      'a second user with the same e-mail address is refused (open)',
    ]);
    expect(target.report('').dialect).toEqual({
      patchContentType: 'application/json-patch+json',
      patchTest: { user: 'refused', group: 'refused' },
      missingTokenStatus: 403,
      errorBodies: { 400: 'html', 403: 'html', 404: 'html' },
      createStatus: 201,
      deleteAnswer: 'empty',
      singleRecord: 'data',
      lists: 'bare',
      memberCase: 'other',
      groupReference: 'either',
      reportCalls: 'query',
      answeredRangeMs: { locations: 86_400_000, alerts: 86_400_000 },
    });
  });
});
