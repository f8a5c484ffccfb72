import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { mergeThreeWay, resolveConflicts, type EditOf } from '../../shared/domain/change';
import type { GroupEdit, JournalEntry, Saved, UserEdit } from '../../shared/domain/edit';
import type { Group } from '../../shared/domain/group';
import type { User } from '../../shared/domain/user';
import { anna, deviceIds, newGroup, newUser } from '../support/records';
import { cleanUp, startTestService } from '../support/resources';
import { openTestAccount, type TestAccount } from '../support/test-account';

afterEach(cleanUp);

/** One step of a user: their change, and their choice in a conflict. */
interface Step {
  action: 'text' | 'switch' | 'add' | 'remove' | 'tag';
  field: 0 | 1;
  pick: number;
  prefers: 'mine' | 'theirs';
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    action: fc.constantFrom('text', 'switch', 'add', 'remove', 'tag'),
    field: fc.constantFrom(0, 1),
    pick: fc.nat(20),
    prefers: fc.constantFrom('mine', 'theirs'),
  }),
  { minLength: 1, maxLength: 3 },
);

/** Retries until saved, resolving every conflict as the step says; returns the resulting record. */
async function saveAll<K extends 'user' | 'group', R extends { id: string }>(
  kind: K,
  start: R,
  works: readonly Step[],
  editFor: (record: R, step: Step) => EditOf[K],
  send: (base: R, edit: EditOf[K]) => Promise<Saved<R>>,
): Promise<void> {
  let base = start;
  for (const step of works) {
    let edit = editFor(base, step);
    for (;;) {
      const saved = await send(base, edit);
      if (saved.status === 'saved') {
        base = saved.record;
        break;
      }
      const { theirs } = saved;
      const merged = mergeThreeWay(kind, base as never, theirs as never, edit);
      edit = resolveConflicts(kind, theirs as never, merged, () => step.prefers);
      base = theirs;
    }
  }
}

/** The changes of both to one record, from their journals. */
function changesTo(id: string, accounts: readonly TestAccount[]): JournalEntry['changes'] {
  return accounts.flatMap(({ journal }) =>
    journal
      .list({ from: 0, limit: 500 })
      .entries.filter(({ recordId, action }) => recordId === id && action === 'change')
      .flatMap(({ changes }) => changes),
  );
}

/**
 * Every text was written once, so the changes of a field must form a chain from the first value to
 * the last: a value that was overwritten unnoticed would not be in the chain.
 */
function expectChain(changes: JournalEntry['changes'], field: string, from: unknown, to: unknown) {
  const left = changes.filter((change) => change.field === field);
  let value = from;
  while (left.length > 0) {
    const next = left.findIndex(({ before }) => before === value);
    expect(next, `${field}: nobody saw ${String(value)}`).not.toBe(-1);
    value = left.splice(next, 1)[0]!.after;
  }
  expect(value).toBe(to);
}

/** Expects exactly the members that a client added and that no client removed. */
function expectMembers(
  changes: JournalEntry['changes'],
  field: string,
  from: readonly string[],
  to: readonly string[],
): void {
  const balance = new Map<string, number>(from.map((item) => [item, 1]));
  const count = (item: string, by: number) => balance.set(item, (balance.get(item) ?? 0) + by);
  for (const change of changes.filter((each) => each.field === field)) {
    const [before, after] = [change.before as string[], change.after as string[]];
    for (const item of after) if (!before.includes(item)) count(item, 1);
    for (const item of before) if (!after.includes(item)) count(item, -1);
  }
  const expected = [...balance].flatMap(([item, times]) => (times > 0 ? [item] : []));
  expect(new Set(to)).toEqual(new Set(expected));
  for (const [item, times] of balance) expect([0, 1], item).toContain(times);
}

test('two clients that change the same user and group at the same time lose nothing', async () => {
  const running = await startTestService({ devices: 21 });
  const devices = await deviceIds(running);
  let turn: (() => Promise<unknown>) | null = null;
  const inTurns: typeof fetch = async (...args) => {
    await turn?.();
    const answer = await fetch(...args);
    await turn?.();
    return answer;
  };
  const accounts = [
    await openTestAccount(running, { fetch: inTurns }),
    await openTestAccount(running, { fetch: inTurns }),
  ];
  let written = 0;
  let rounds = 0;
  const unique = () => `text ${++written}`;

  const userEdit = (user: User, { action, field, pick }: Step): UserEdit => {
    const { privileges, tags } = user;
    if (action === 'switch') return { disabled: !user.disabled };
    if (action === 'add') return { privileges: [...privileges, `may ${pick % 4}`] };
    if (action === 'remove') {
      return { privileges: privileges.filter((_, i) => i !== pick % (privileges.length || 1)) };
    }
    if (action === 'tag') return { tags: { ...tags, [`tag ${field}`]: unique() } };
    return field === 0 ? { description: unique() } : { message: unique(), description: unique() };
  };
  const groupEdit = (group: Group, { action, field, pick }: Step): GroupEdit => {
    const members = group.deviceIds ?? [];
    if (action === 'add' || action === 'tag') {
      return { deviceIds: [...members, devices[pick]!, devices[field]!] };
    }
    if (action === 'remove') {
      return { deviceIds: members.filter((_, i) => i % 5 !== pick % 5) };
    }
    return field === 0 ? { description: unique() } : { description: unique(), name: unique() };
  };

  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.tuple(steps, steps),
      fc.tuple(steps, steps),
      async (scheduler, userWork, groupWork) => {
        const email = `user-${++rounds}@fleet.example`;
        turn = null;
        const first = accounts[0]!;
        const start = { ...anna, email, privileges: ['may 1', 'may 2'] };
        const { record: user } = await newUser(first, start);
        const { record: group } = await newGroup(first, `Group ${rounds}`, devices.slice(3, 12));
        turn = () => scheduler.schedule(Promise.resolve());
        await scheduler.waitFor(
          Promise.all(
            accounts.flatMap(({ edits }, i) => [
              saveAll('user', user, userWork[i]!, userEdit, edits.changeUser),
              saveAll('group', group, groupWork[i]!, groupEdit, edits.changeGroup),
            ]),
          ),
        );
        turn = null;

        const nowUser = await first.user(user.id);
        const ofUser = changesTo(user.id, accounts);
        expectChain(ofUser, 'description', null, nowUser.description);
        expectChain(ofUser, 'message', null, nowUser.message);
        expectMembers(ofUser, 'privileges', user.privileges, nowUser.privileges);
        const tags = ofUser.flatMap(({ field, before, after }) =>
          field === 'tags' ? tagChanges(before, after) : [],
        );
        for (const key of ['depot', 'tag 0', 'tag 1']) {
          expectChain(tags, key, user.tags[key], nowUser.tags[key]);
        }

        const nowGroup = await first.group(group.id);
        const ofGroup = changesTo(group.id, accounts);
        expectChain(ofGroup, 'name', group.name, nowGroup.name);
        expectChain(ofGroup, 'description', null, nowGroup.description);
        expectMembers(ofGroup, 'deviceIds', group.deviceIds!, nowGroup.deviceIds!);
      },
    ),
    { numRuns: 40 },
  );
}, 120_000);

function tagChanges(before: unknown, after: unknown): JournalEntry['changes'] {
  const [was, is] = [before, after] as [Record<string, string>, Record<string, string>];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((field) =>
    was[field] === is[field] ? [] : [{ field, before: was[field], after: is[field] }],
  );
}
