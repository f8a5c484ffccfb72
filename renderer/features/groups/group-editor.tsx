import { Button, Menu, TextInput } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { missingFields } from '#shared/domain/change';
import type { GroupEdit } from '#shared/domain/edit';
import type { Group } from '#shared/domain/group';
import {
  groupLabel,
  ReplaceDialog,
  SaveFault,
  useDevices,
  useGroups,
  useSaving,
} from '#features/account';
import { ConflictDialog, SaveBar, useDraft, type FieldProblem } from '#features/drafts';
import { api } from '#lib/api';
import { fieldWord } from '#lib/field-words';
import { EditorPage } from '#ui/editor-page';
import { EmptyList } from '#ui/empty-list';
import { FieldLabel, LabelledField } from '#ui/field-label';
import { Notice } from '#ui/notice';
import classes from './groups.module.css';
import { MemberPicker } from './member-picker';

interface GroupEditorProps {
  draftKey: string;
  /** The group as it is now; null for one to be created. */
  group: Group | null;
  onBack: () => void;
  onSaved: (record: Group, journalId: string | null, isNew: boolean) => void;
  onDelete: (group: Group) => void;
  /** Makes a new group of what is in the draft and of what the group was. */
  onCreateAnew: (edit: GroupEdit) => void;
}

const none: readonly string[] = [];

/** Creates a group, or changes its name, its description and who is in it, in one save. */
export function GroupEditor(props: GroupEditorProps) {
  const { draftKey, group, onBack } = props;
  const label = group ? groupLabel(group) : 'New group';
  const draft = useDraft<Group, GroupEdit>(draftKey, 'group', label, group);
  const { base, edit } = draft;
  const isNew = base === null;
  const [isReplacing, setReplacing] = useState(false);
  const saving = useSaving({
    kind: 'group',
    draft,
    create: (created) => api.editGroups.create({ edit: created }),
    change: (changed, by) => api.editGroups.change({ base: changed, edit: by }),
    replace: (replaced, by) => api.editGroups.replace({ base: replaced, edit: by }),
    onSaved: (record, journalId) => props.onSaved(record, journalId, isNew),
  });
  const nameField = useRef<HTMLInputElement>(null);
  const name = (edit.name === undefined ? base?.name : edit.name) ?? '';
  const problems: FieldProblem[] = missingFields('group', edit, isNew).map((field) => ({
    name: fieldWord('group', field),
    message: 'A group needs a name.',
    focus: () => nameField.current?.focus(),
  }));
  const title = isNew ? 'New group' : groupLabel(base);
  return (
    <EditorPage
      label="Edit group"
      title={title}
      backLabel="Back to groups"
      onBack={onBack}
      actions={
        base && (
          <GroupMenu onReplace={() => setReplacing(true)} onDelete={() => props.onDelete(base)} />
        )
      }
      banner={
        saving.fault && (
          <SaveFault
            fault={saving.fault}
            noun="group"
            isNew={isNew}
            onDismiss={saving.dismissFault}
            onCreateAnew={() => {
              props.onCreateAnew({ ...wholeOf(base), ...edit });
              draft.discard();
            }}
            onDiscard={() => {
              draft.discard();
              onBack();
            }}
          />
        )
      }
      footer={
        <SaveBar
          changed={draft.changed.map((field) => fieldWord('group', field))}
          problems={problems}
          isBusy={saving.isBusy}
          saveLabel={isNew ? 'Create group' : 'Save'}
          onSave={saving.save}
          onDiscard={() => {
            draft.discard();
            if (isNew) onBack();
          }}
        />
      }
    >
      <div className={classes.editor} inert={saving.isBusy && isNew}>
        <div className={classes.fields}>
          <LabelledField
            htmlFor="group-name"
            isRequired
            isChanged={draft.isChanged('name')}
            onReset={() => draft.reset('name')}
            field={
              <TextInput
                ref={nameField}
                id="group-name"
                size="xs"
                required
                value={name}
                error={problems.length > 0 && draft.isChanged('name') && problems[0]?.message}
                onChange={(event) => draft.set({ name: event.currentTarget.value })}
                autoFocus={isNew}
                autoComplete="off"
              />
            }
          >
            Name
          </LabelledField>
          <LabelledField
            htmlFor="group-description"
            isChanged={draft.isChanged('description')}
            onReset={() => draft.reset('description')}
            field={
              <TextInput
                id="group-description"
                size="xs"
                value={
                  (edit.description === undefined ? base?.description : edit.description) ?? ''
                }
                onChange={(event) => draft.set({ description: event.currentTarget.value || null })}
                autoComplete="off"
              />
            }
          >
            Description
          </LabelledField>
          <SameName name={name} ownId={base?.id ?? null} />
        </div>
        <Members
          before={base ? base.deviceIds : none}
          edited={edit.deviceIds}
          onChange={(deviceIds) => draft.set({ deviceIds })}
          onReset={() => draft.reset('deviceIds')}
        />
      </div>
      {saving.conflicts && (
        <ConflictDialog
          label={title}
          kind="group"
          conflicts={saving.conflicts}
          isBusy={saving.isBusy}
          onSave={saving.resolve}
          onCancel={saving.leaveConflict}
        />
      )}
      {isReplacing && (
        <ReplaceDialog
          noun="group"
          title={title}
          isBlocked={problems.length > 0}
          onReplace={() => {
            setReplacing(false);
            saving.replace();
          }}
          onCancel={() => setReplacing(false)}
        />
      )}
    </EditorPage>
  );
}

/** Every writable field of a group that is gone, to make it anew. */
function wholeOf(group: Group | null): GroupEdit {
  if (!group) return {};
  const { name, description, deviceIds } = group;
  return { name, description, ...(deviceIds && { deviceIds }) };
}

function SameName({ name, ownId }: { name: string; ownId: string | null }) {
  const groups = useGroups();
  const isTaken = groups.some(
    (other) => other.id !== ownId && other.name !== null && other.name.trim() === name.trim(),
  );
  if (!isTaken || name.trim() === '') return null;
  return <p className={classes.hint}>Another group has this name; the service may refuse it.</p>;
}

interface MembersProps {
  /** null: the service did not send them. */
  before: readonly string[] | null;
  edited: readonly string[] | undefined;
  onChange: (deviceIds: string[]) => void;
  onReset: () => void;
}

function Members({ before, edited, onChange, onReset }: MembersProps) {
  const devices = useDevices();
  // The order of names is the picker's own; the order in the group stays as it is.
  const members = useMemo(() => edited ?? before, [edited, before]);
  if (!devices) return <EmptyList>Looking up the devices…</EmptyList>;
  if (members === null) {
    return (
      <Notice
        tone="warning"
        title="The service did not send who is in this group"
        actions={
          <Button size="xs" variant="default" onClick={() => onChange([])}>
            Choose the members anew
          </Button>
        }
      >
        What you choose here replaces whoever is in it now.
      </Notice>
    );
  }
  return (
    <>
      <FieldLabel isChanged={edited !== undefined} onReset={onReset}>
        Devices
      </FieldLabel>
      <MemberPicker
        devices={devices}
        members={members}
        before={before ?? none}
        onChange={onChange}
      />
    </>
  );
}

function GroupMenu({ onReplace, onDelete }: { onReplace: () => void; onDelete: () => void }) {
  return (
    <Menu position="bottom-end" withArrow>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconDots size={14} aria-hidden />}>
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onReplace}>Replace whole record…</Menu.Item>
        <Menu.Item color="red" onClick={onDelete}>
          Delete group…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
