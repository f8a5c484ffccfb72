import { Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { wireFields } from '#shared/domain/change';
import type { UserEdit } from '#shared/domain/edit';
import { sightOf } from '#shared/domain/sight';
import type { User } from '#shared/domain/user';
import {
  groupLabel,
  ReplaceDialog,
  SaveFault,
  useGroupsByIdOrName,
  userLabel,
  useSaving,
} from '#features/account';
import { ConflictDialog, SaveBar, useDraft, type FieldProblem } from '#features/drafts';
import { api } from '#lib/api';
import { useNow } from '#lib/clock';
import { valueText } from '#lib/field-words';
import { useFormat } from '#lib/use-format';
import { EditorPage } from '#ui/editor-page';
import {
  CountryField,
  DeviceField,
  GroupField,
  PrivilegesField,
  TimeZoneField,
} from './choice-fields';
import { CountField, DisabledField, PasswordField, TextField } from './plain-fields';
import { sightText } from './sight-text';
import { standingOf } from './standing';
import { TagsField } from './tags-field';
import { useDeviceLabel } from './use-device-label';
import { fieldName, FieldSet, focusField, UserFormProvider, useUserForm } from './user-form';
import { userProblems } from './user-rules';
import classes from './users.module.css';
import { ValidityFields } from './validity-fields';

interface UserEditorProps {
  draftKey: string;
  /** The user as they are now; null for one to be created. */
  user: User | null;
  onBack: () => void;
  onSaved: (record: User, journalId: string | null, isNew: boolean) => void;
  onDelete: (user: User) => void;
  /** Makes a new user of what is in the draft and of what the user was. */
  onCreateAnew: (edit: UserEdit) => void;
}

/** Creates a user or changes one, field by field. */
export function UserEditor(props: UserEditorProps) {
  const { draftKey, user, onBack } = props;
  const label = user ? userLabel(user) : 'New user';
  const draft = useDraft<User, UserEdit>(draftKey, 'user', label, user);
  const { base, edit } = draft;
  const isNew = base === null;
  const title = isNew ? 'New user' : userLabel(base);
  const [isReplacing, setReplacing] = useState(false);
  const show = useShow();
  const saving = useSaving({
    kind: 'user',
    draft,
    create: (created) => api.editUsers.create({ edit: created }),
    change: (changed, by) => api.editUsers.change({ base: changed, edit: by }),
    replace: (replaced, by) => api.editUsers.replace({ base: replaced, edit: by }),
    onSaved: (record, journalId) => props.onSaved(record, journalId, isNew),
  });
  const byField = userProblems(edit, base);
  const problems: FieldProblem[] = [...byField].map(([field, message]) => ({
    name: fieldName(field),
    message,
    focus: () => focusField(field),
  }));
  const form = useMemo(() => ({ draft, problems: byField }), [draft, byField]);
  return (
    <EditorPage
      label="Edit user"
      title={title}
      backLabel="Back to users"
      onBack={onBack}
      actions={
        base && (
          <UserMenu onReplace={() => setReplacing(true)} onDelete={() => props.onDelete(base)} />
        )
      }
      banner={
        saving.fault && (
          <SaveFault
            fault={saving.fault}
            noun="user"
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
          changed={draft.changed.map(fieldName)}
          problems={problems}
          isBusy={saving.isBusy}
          saveLabel={isNew ? 'Create user' : 'Save'}
          unkept={draft.isChanged('password') ? 'without the password' : null}
          onSave={saving.save}
          onDiscard={() => {
            draft.discard();
            if (isNew) onBack();
          }}
        />
      }
    >
      <UserFormProvider value={form}>
        <div className={classes.form} inert={saving.isBusy && isNew}>
          <FieldSet title="Who">
            <TextField field="name" isRequired autoFocus={isNew} />
            <TextField field="email" isRequired type="email" />
            <CountryField />
            <TimeZoneField />
            <PasswordField isNew={isNew} />
          </FieldSet>
          <FieldSet title="What they see and may do">
            <GroupField />
            <DeviceField />
            <SightPreview />
            <PrivilegesField />
            <CountField />
          </FieldSet>
          <FieldSet title="Validity">
            <ValidityFields />
            <DisabledField />
            <TextField field="disabledMessage" hint="Why the account is switched off." />
          </FieldSet>
          <FieldSet title="Notes">
            <TextField field="description" isLong />
            <TextField field="message" isLong />
            <TagsField />
          </FieldSet>
        </div>
      </UserFormProvider>
      {saving.conflicts && (
        <ConflictDialog
          label={title}
          kind="user"
          conflicts={saving.conflicts}
          show={show}
          isBusy={saving.isBusy}
          onSave={saving.resolve}
          onCancel={saving.leaveConflict}
        />
      )}
      {isReplacing && (
        <ReplaceDialog
          noun="user"
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

const emptySight = {
  name: null,
  group: null,
  deviceId: null,
  disabled: false,
  validFrom: null,
  expiresAt: null,
};

/** What the user will see once this is saved. */
function SightPreview() {
  const { draft } = useUserForm();
  const groups = useGroupsByIdOrName();
  const format = useFormat();
  const now = useNow(60_000);
  const after = { ...emptySight, ...draft.base, ...draft.edit };
  const name = after.name?.trim() || 'This user';
  const device = useDeviceLabel(after.deviceId);
  const sight = sightOf(after, groups);
  return (
    <p className={classes.preview} aria-live="polite">
      {sightText({ name, sight, standing: standingOf(after, now), device, format })}
    </p>
  );
}

/** Every writable field of a user who is gone, to make them anew. */
function wholeOf(user: User | null): UserEdit {
  if (!user) return {};
  const fields = Object.keys(wireFields('user')).flatMap((field) => {
    const value: unknown = Reflect.get(user, field);
    return value === null || value === undefined ? [] : [[field, value] as const];
  });
  return Object.fromEntries(fields) as UserEdit;
}

/** Values in words, a group's name for its id. */
function useShow(): (field: string, value: unknown) => string {
  const format = useFormat();
  const groups = useGroupsByIdOrName();
  return (field, value) => {
    const group = field === 'group' && typeof value === 'string' ? groups.find(value) : null;
    return group ? groupLabel(group) : valueText('user', field, value, format);
  };
}

function UserMenu({ onReplace, onDelete }: { onReplace: () => void; onDelete: () => void }) {
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
          Delete user…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
