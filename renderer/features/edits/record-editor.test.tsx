import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { EditCommand } from '#shared/domain/edit';
import type { Group } from '#shared/domain/group';
import { groupOf } from '#shared/domain/records.test-support';
import { FaultError } from '#shared/fault';
import { showAccount } from '#lib/account-scope';
import { fieldWord } from '#lib/field-values';
import { format, t } from '../../../test/support/english';
import { answer } from '../../../test/support/window/main';
import { show } from '../../../test/support/window/show';
import { draftStore } from './drafts';
import { TextField } from './field';
import { RecordEditor, type RecordEditing } from './record-editor';
import { useSave, type SaveOptions } from './use-save';

const depot = groupOf('g1', { name: 'Depot', deviceIds: ['a'] });
const needsName = 'It needs a name.';
const name = fieldWord('group', 'name', format);
const description = fieldWord('group', 'description', format);

const sent: EditCommand[] = [];
let save: (command: EditCommand) => Group | { theirs: Group };

beforeEach(() => {
  sent.length = 0;
  save = () => depot;
  answer('drafts', { all: () => [], put: () => undefined, remove: () => undefined });
  answer('records', {
    edit: (command) => {
      sent.push(command);
      const answered = save(command);
      if (!('theirs' in answered)) {
        return { status: 'saved', record: answered, journalId: `j-${sent.length}` };
      }
      const { theirs } = answered;
      const mine = 'edit' in command && 'description' in command.edit && command.edit.description;
      const conflict = { field: 'description', base: null, theirs: theirs.description, mine };
      return { status: 'conflict', theirs, conflicts: [conflict] };
    },
  });
  showAccount(null);
  showAccount('account');
});

const editing = (part: Partial<RecordEditing<'group'>> = {}): RecordEditing<'group'> => ({
  draftKey: 'group:g1',
  record: depot,
  onBack: vi.fn<() => void>(),
  onSaved: vi.fn<RecordEditing<'group'>['onSaved']>(),
  onDelete: vi.fn<RecordEditing<'group'>['onDelete']>(),
  onCreateAnew: vi.fn<RecordEditing<'group'>['onCreateAnew']>(),
  ...part,
});
const editor = (of: RecordEditing<'group'>) => (
  <RecordEditor
    kind="group"
    editing={of}
    problemsOf={(edit) => new Map(edit.name?.trim() === '' ? [['name', needsName]] : [])}
  >
    <TextField field="name" />
    <TextField field="description" />
  </RecordEditor>
);
const bar = () => screen.getByRole('region', { name: t('edits.bar') });
const field = (label: string) => screen.getByRole('textbox', { name: new RegExp(label) });

test('Save is blocked by the first invalid field, which a new record says only when it is asked to save', async () => {
  const { user } = show(editor(editing({ draftKey: 'group:new:1', record: null })));
  await user.type(field(name), ' ');
  await user.type(field(description), 'South gate');
  const why = t('edits.blocked', { field: name, problem: needsName, others: 0 });
  expect(within(bar()).queryByText(why)).toBeNull();
  await user.keyboard('{Control>}s{/Control}');
  expect(within(bar()).getByText(why)).toBeTruthy();
  expect(document.activeElement).toBe(field(name));
  expect(sent).toEqual([]);
  await user.type(field(name), 'Depot');
  await user.click(screen.getByRole('button', { name: t('edits.group.create') }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ action: 'create', edit: { description: 'South gate' } });
});

test('a changed field is marked and can be put back; Discard puts back all', async () => {
  const { user } = show(editor(editing()));
  await user.type(field(name), ' North');
  await user.type(field(description), 'x');
  expect(bar().textContent).toContain(name);
  await user.click(screen.getByRole('button', { name: t('ui.field.putBackOf', { field: name }) }));
  expect(field(name)).toHaveProperty('value', 'Depot');
  await user.click(within(bar()).getByRole('button', { name: t('edits.bar.discard') }));
  expect(field(description)).toHaveProperty('value', '');
  expect(screen.queryByRole('region', { name: t('edits.bar') })).toBeNull();
});

test('a conflict is decided field by field and saved on top of the record of the service', async () => {
  const of = editing();
  const { user } = show(editor(of));
  await user.type(field(description), 'mine');
  const theirs = { ...depot, description: 'theirs', deviceIds: ['a', 'b'] };
  save = () => ({ theirs });
  await user.keyboard('{Control>}s{/Control}');
  const dialog = await screen.findByRole('dialog', {
    name: t('edits.conflict.title', { record: 'Depot' }),
  });
  const saveChoice = within(dialog).getByRole('button', { name: t('edits.conflict.save') });
  expect(saveChoice).toHaveProperty('disabled', true);
  await user.click(within(dialog).getByRole('button', { name: t('edits.conflict.allMine') }));
  save = () => ({ ...theirs, description: 'mine' });
  await user.click(saveChoice);
  await waitFor(() => expect(of.onSaved).toHaveBeenCalledTimes(1));
  expect(sent[1]).toMatchObject({ base: theirs, edit: { description: 'mine' } });
  expect(draftStore.getState().drafts.size).toBe(0);
});

test('leaving a conflict keeps the draft', async () => {
  const { user } = show(editor(editing()));
  await user.type(field(description), 'mine');
  save = () => ({ theirs: { ...depot, description: 'theirs' } });
  await user.keyboard('{Control>}s{/Control}');
  await user.click(await screen.findByRole('button', { name: t('edits.conflict.back') }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(field(description)).toHaveProperty('value', 'mine');
});

test('a record that others deleted can be created again with all its fields', async () => {
  const of = editing();
  const { user } = show(editor(of));
  await user.type(field(description), 'mine');
  save = () => {
    throw new FaultError({ kind: 'notFound' });
  };
  await user.keyboard('{Control>}s{/Control}');
  await user.click(await screen.findByRole('button', { name: t('edits.deleted.createAgain') }));
  expect(of.onCreateAnew).toHaveBeenCalledWith({
    name: 'Depot',
    description: 'mine',
    deviceIds: ['a'],
  });
});

test('a whole record is replaced only after a question', async () => {
  const { user } = show(editor(editing()));
  await user.click(screen.getByRole('button', { name: t('edits.menu.more') }));
  await user.click(await screen.findByRole('menuitem', { name: t('edits.menu.replace') }));
  expect(sent).toEqual([]);
  await user.click(await screen.findByRole('button', { name: t('edits.replace.confirm') }));
  await waitFor(() => expect(sent).toMatchObject([{ action: 'replace', base: depot }]));
});

test('what the service sent and was not understood is shown beside its field', () => {
  const record = { ...depot, gaps: { notUnderstood: { description: { text: 1 } } } };
  show(editor(editing({ record })));
  expect(screen.getByText(/\{"text":1\}/)).toBeTruthy();
});

function Staged(options: Partial<SaveOptions>) {
  const saving = useSave({ kind: 'group', ...options });
  const drafts = [...draftStore.getState().drafts.values()].map((draft) => ({
    ...draft,
    kind: 'group' as const,
  }));
  return (
    <>
      <button type="button" onClick={() => saving.save(drafts)}>
        Save all
      </button>
      {saving.notice}
      {saving.dialogs}
    </>
  );
}

/** Two groups with a staged description, and the button that saves them. */
function stage(...ids: string[]) {
  for (const id of ids) {
    const base = { ...depot, id, name: id };
    const of = { key: `group:${id}`, kind: 'group' as const, label: id, base };
    draftStore.stage(of, { description: 'x' });
  }
  save = (command) => ({
    ...('base' in command ? (command.base as Group) : depot),
    description: 'x',
  });
}

test('several drafts are reviewed, saved one by one, and undone in reverse order', async () => {
  stage('North', 'South');
  const undone: string[] = [];
  answer('journal', {
    undo: ({ id }) => {
      undone.push(id);
      return { status: 'undone' };
    },
  });
  const { user } = show(<Staged />);
  await user.click(screen.getByRole('button', { name: 'Save all' }));
  const review = await screen.findByRole('dialog');
  expect(within(review).getByRole('row', { name: /^North, / })).toBeTruthy();
  expect(sent).toEqual([]);
  await user.keyboard('{Control>}s{/Control}');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(undone).toEqual(['j-2', 'j-1']));
  expect(draftStore.getState().drafts.size).toBe(0);
});

test('a single draft is saved at once, unless there is a warning', async () => {
  stage('North');
  const { user } = show(<Staged warningOf={() => 'It expires at once.'} />);
  await user.click(screen.getByRole('button', { name: 'Save all' }));
  expect((await screen.findByRole('dialog')).textContent).toContain('It expires at once.');
  expect(sent).toEqual([]);
});

test('what was not saved is said with its reason, and stays a draft', async () => {
  stage('North', 'South');
  const saved = save;
  save = (command) => {
    if (sent.length === 1) throw new FaultError({ kind: 'notFound' });
    return saved(command);
  };
  const { user } = show(<Staged />);
  await user.click(screen.getByRole('button', { name: 'Save all' }));
  await screen.findByRole('dialog');
  await user.keyboard('{Control>}s{/Control}');
  expect((await screen.findByRole('alert')).textContent).toContain('North');
  expect([...draftStore.getState().drafts.keys()]).toEqual(['group:North']);
});
