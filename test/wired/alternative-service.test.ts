import { afterEach, expect, test } from 'vitest';
import type { AlternativeChoices } from '../support/alternative-routes';
import { startAlternativeService } from '../support/alternative-service';
import { anna, newGroup, newUser } from '../support/records';
import { cleanUp, faultOf, onCleanUp } from '../support/resources';
import { openTestAccount, type TestAccount } from '../support/test-account';

// The client against the second service of the project, whose refusals have no body.

afterEach(cleanUp);

const van = { id: 'van/1', name: 'Van 1' };

async function open(choices: Partial<AlternativeChoices>): Promise<TestAccount> {
  const service = await startAlternativeService({ devices: [van] }, choices);
  onCleanUp(() => service.stop());
  return openTestAccount(service);
}

test.each<[string, Partial<AlternativeChoices>]>([
  ['is built from the documents alone', {}],
  ['answers 201, with the record under "data"', { createStatus: 201, singleRecord: 'data' }],
  ['sends bare arrays', { lists: 'bare' }],
  ['writes members in PascalCase', { memberCase: 'pascal' }],
  ['takes a PATCH only as JSON Patch', { patchMediaType: 'application/json-patch+json' }],
  ['refuses the operation "test"', { patchTest: 'refused' }],
  ['sends pages as errors', { errorBody: 'html' }],
  [
    'does all of it',
    {
      createStatus: 201,
      singleRecord: 'data',
      lists: 'bare',
      memberCase: 'pascal',
      patchMediaType: 'application/json-patch+json',
      patchTest: 'refused',
      errorBody: 'html',
      unauthorizedStatus: 403,
    },
  ],
])('users and groups are edited at a service that %s', async (_, choices) => {
  const account = await open(choices);
  expect(account.device(van.id)).toMatchObject(van);

  const { record: user } = await newUser(account, { ...anna, adminDevices: 2 });
  const changed = await account.edits.changeUser(user, { adminDevices: 3, description: 'Days' });
  expect(changed).toMatchObject({
    status: 'saved',
    record: { ...anna, adminDevices: 3, description: 'Days' },
  });
  expect(await account.user(user.id)).toMatchObject({ adminDevices: 3, description: 'Days' });

  const { record: group } = await newGroup(account, 'North', [van.id]);
  const grown = await account.edits.changeGroup(group, { description: 'Depot' });
  expect(grown).toMatchObject({ status: 'saved', record: { deviceIds: [van.id] } });

  const { journalId } = await account.edits.removeUser(user.id);
  expect(await account.undo(journalId)).toEqual({ status: 'undone' });
  await account.refresh();
  expect(account.users()).toMatchObject([{ email: anna.email, adminDevices: 3 }]);
  expect(account.groups()).toMatchObject([{ name: 'North', description: 'Depot' }]);
});

test.each([
  ['without a body', 'empty', 'notFound'],
  // Without a report on the service, a page may come from something in between.
  ['with a page', 'html', 'notThisService'],
] as const)('an unknown record is refused %s', async (_, errorBody, kind) => {
  const account = await open({ errorBody });
  expect(await faultOf(account.user('no-such-user'))).toMatchObject({ kind });
});

test.each([
  [401, 'empty', 'unauthorized'],
  [401, 'html', 'unauthorized'],
  [403, 'empty', 'forbidden'],
  [403, 'html', 'forbidden'],
] as const)('a token refused with %i and an %s body is reported', async (status, body, kind) => {
  const choices = { unauthorizedStatus: status, errorBody: body };
  const service = await startAlternativeService({ devices: [van] }, choices);
  onCleanUp(() => service.stop());
  const account = await openTestAccount(service);
  service.refuseTokens();
  expect(await faultOf(account.user('a'))).toEqual({ kind });
});
