import { createDialect } from '#main/api/dialect';
import { expect, test } from 'vitest';
import type { Group } from '#shared/domain/group';
import { groupOf } from '#shared/domain/records.test-support';
import { FaultError } from '#shared/fault';
import { EditPipeline, type ExecuteEdit } from './edit-pipeline';
import type { FullRemote, Remote } from './saving';

const depot = groupOf('g1', { name: 'Depot' });

/** A pipeline on a fake service with one group; `log` contains the calls in order. */
function setup() {
  const log: string[] = [];
  let stored: Group | null = depot;
  let arrived: (() => void) | null = null;
  const sent = () => ({ record: stored!, raw: { ...stored } });
  const read = () =>
    stored ? Promise.resolve(sent()) : Promise.reject(new FaultError({ kind: 'notFound' }));
  const groups: FullRemote<'group'> = {
    kind: 'group',
    read: () => {
      log.push('read');
      return read();
    },
    patch: async (_id, steps) => {
      log.push('patch');
      if (arrived) await new Promise<void>((resolve) => (arrived = resolve));
      for (const step of steps) {
        if (step.op !== 'test' && stored) {
          stored = { ...stored, [step.path.slice(1)]: (step as { value?: unknown }).value ?? null };
        }
      }
      return read();
    },
    editable: (group) => group,
    label: ({ name, id }) => name ?? id,
    cache: ({ record }) => log.push(`cache ${record.name}`),
    drop: (id) => log.push(`drop ${id}`),
    announce: (record) => log.push(`event ${record?.name ?? 'none'}`),
    create: (edit) => {
      log.push('create');
      return Promise.resolve({ record: { ...depot, id: 'g2', ...edit }, raw: {} });
    },
    replace: () => Promise.resolve(null),
    remove: () => {
      log.push('delete');
      stored = null;
      return Promise.resolve();
    },
    known: () => (stored ? [stored] : []),
    list: () => Promise.resolve(stored ? [stored] : []),
  };
  const other = { known: () => [] } as unknown;
  const pipeline = new EditPipeline({
    remotes: {
      group: groups,
      user: other as FullRemote<'user'>,
      limits: other as Remote<'limits'>,
    },
    clock: { now: () => 0, after: () => () => undefined },
    intents: {
      get: () => undefined,
      put: () => log.push('intent'),
      remove: () => log.push('intent over'),
    } as never,
    dialect: createDialect(),
    capabilities: () => ({ writesLimits: false, activates: false, takesSubmissions: false }),
    journal: {
      append: ({ action }, alongside) => {
        log.push(`journal ${action}`);
        alongside?.('entry');
        log.push('written');
        return 'entry';
      },
    },
    intentLog: {
      around: (_entry, work) => {
        log.push('intent');
        return work(() => log.push('intent over'));
      },
    },
    requireStored: () => undefined,
    drafts: {
      settle: (key) => log.push(`draft ${key}`),
      remove: (key) => {
        log.push(`no draft ${key}`);
        return null;
      },
    },
    onActivated: () => undefined,
  });
  const execute: ExecuteEdit = (command, context) => pipeline.execute(command, context);
  return {
    log,
    execute,
    change: (edit: { name?: string; description?: string }, jobId: string | null = null) =>
      execute({ kind: 'group', action: 'change', base: depot, edit }, { jobId }),
    /** Patches wait until this is released. */
    hold: () => {
      arrived = () => undefined;
      return () => {
        const release = arrived!;
        arrived = null;
        release();
      };
    },
  };
}

test('an edit passes intent, read, patch, journal, cache and event in this order', async () => {
  const { log, change } = setup();
  const saved = await change({ name: 'Yard' });
  expect(saved).toMatchObject({ status: 'saved', journalId: 'entry' });
  const journal = ['journal change', 'intent over', 'written'];
  expect(log).toEqual(['intent', 'read', 'patch', ...journal, 'cache Yard', 'event Yard']);
});

test('the intent of a create is over in the write of its journal entry, not before', async () => {
  const { log, execute } = setup();
  await execute({ kind: 'group', action: 'create', edit: { name: 'Yard' } });
  expect(log).toEqual([
    'intent',
    'create',
    'journal create',
    'intent over',
    'written',
    'cache Yard',
    'event Yard',
  ]);
});

test('an edit of a job writes no intent and no event of its own', async () => {
  const { log, change } = setup();
  await change({ name: 'Yard' }, 'job');
  expect(log).toEqual(['read', 'patch', 'journal change', 'written', 'cache Yard']);
});

test('edits of one record run one after the other', async () => {
  const { log, change, hold } = setup();
  const release = hold();
  const both = Promise.all([change({ name: 'Yard' }), change({ description: 'New' }, 'job')]);
  await Promise.resolve();
  await new Promise(setImmediate);
  expect(log).toEqual(['intent', 'read', 'patch']);
  release();
  expect(await both).toMatchObject([{ status: 'saved' }, { record: { description: 'New' } }]);
  expect(log.filter((step) => step === 'patch')).toHaveLength(2);
});

test('an edit runs also after one of its record that failed, and while one of another record runs', async () => {
  const { change, execute, hold } = setup();
  const release = hold();
  const held = change({ name: 'Yard' });
  await execute({ kind: 'group', action: 'create', edit: { name: 'New' } });
  release();
  await held;
  await execute({ kind: 'group', action: 'delete', id: 'g1' });
  const both = await Promise.allSettled([change({ name: 'A' }), change({ name: 'B' })]);
  for (const { reason } of both as PromiseRejectedResult[])
    expect(reason).toMatchObject({ fault: { kind: 'notFound' } });
});

test('a conflict sends nothing and shows the current record', async () => {
  const { log, change } = setup();
  await change({ name: 'Yard' });
  log.length = 0;
  expect(await change({ name: 'Harbour' })).toMatchObject({
    status: 'conflict',
    theirs: { name: 'Yard' },
  });
  expect(log).toEqual(['intent', 'read', 'cache Yard', 'event Yard']);
});

test('a deletion, and an edit of a deleted record, remove it from the list immediately', async () => {
  const { log, execute, change } = setup();
  const deleted = await execute({ kind: 'group', action: 'delete', id: 'g1' });
  expect(deleted).toEqual({ status: 'deleted', journalId: 'entry' });
  const end = ['journal delete', 'intent over', 'written', 'drop g1', 'event none'];
  expect(log).toEqual(['intent', 'read', 'delete', ...end]);
  log.length = 0;
  await expect(change({ name: 'Yard' })).rejects.toMatchObject({ fault: { kind: 'notFound' } });
  expect(log.slice(-2)).toEqual(['drop g1', 'event none']);
});

test('a deletion removes the draft and the intent in the write of its journal entry', async () => {
  const { log, execute } = setup();
  const command = { kind: 'group', action: 'delete', id: 'g1', draft: 'group:g1' } as const;
  await execute(command);
  expect(log.slice(-6)).toEqual([
    'journal delete',
    'no draft group:g1',
    'intent over',
    'written',
    'drop g1',
    'event none',
  ]);
  log.length = 0;
  // Somebody else had deleted it.
  await expect(execute(command)).rejects.toMatchObject({ fault: { kind: 'notFound' } });
  expect(log).toContain('no draft group:g1');
});

test('a draft stays when its record is not there to be changed', async () => {
  const { log, execute } = setup();
  await execute({ kind: 'group', action: 'delete', id: 'g1' });
  const edit = { name: 'Yard' };
  const change = { kind: 'group', action: 'change', base: depot, edit, draft: 'group:g1' } as const;
  await expect(execute(change)).rejects.toMatchObject({ fault: { kind: 'notFound' } });
  expect(log.filter((step) => step.includes('draft'))).toEqual([]);
});

test('a command that breaks a rule reaches neither the service nor the journal', async () => {
  const { log, change } = setup();
  await expect(change({ name: ' ' })).rejects.toMatchObject({ fault: { field: 'name' } });
  expect(log).toEqual([]);
});
