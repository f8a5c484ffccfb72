import { useMemo } from 'react';
import { recordFields } from '#shared/domain/change';
import type { UserEdit } from '#shared/domain/edit';
import { accessOf } from '#shared/domain/access';
import { userLabel, type User } from '#shared/domain/user';
import { groupLabel } from '#shared/domain/group';
import {
  RecordEditor,
  useDeviceLabel,
  useGroupsByIdOrName,
  useRecordDraft,
  type RecordEditing,
} from '#features/records';
import type { FieldProblem } from '#features/drafts';
import { useAccountZone } from '#features/settings';
import { useNow } from '#lib/clock';
import { valueText } from '#lib/field-messages';
import { useFormat } from '#lib/use-format';
import {
  CountryField,
  DeviceField,
  GroupField,
  PrivilegesField,
  TimeZoneField,
} from './choice-fields';
import { CountField, DisabledField, PasswordField, TextField } from './plain-fields';
import { accessMessages } from './access-messages';
import { userStatusOf } from './user-status';
import { TagsField } from './tags-field';
import { fieldName, FieldSet, focusField, UserFormProvider, useUserForm } from './user-form';
import { userProblems, type UserField } from './user-rules';
import classes from './users.module.css';
import { ValidityFields } from './validity-fields';

const wordOf = (field: string) => fieldName(field as UserField);

/** Creates or edits a user. */
export function UserEditor({ editing }: { editing: RecordEditing<User, UserEdit> }) {
  const { draft, saving, isNew, title } = useRecordDraft('user', userLabel, editing);
  const { base, edit } = draft;
  const show = useShow();
  const byField = userProblems(edit, base);
  const problems: FieldProblem[] = [...byField].map(([field, message]) => ({
    name: fieldName(field),
    message,
    focus: () => focusField(field),
  }));
  const form = useMemo(() => ({ draft, problems: byField }), [draft, byField]);
  return (
    <RecordEditor
      kind="user"
      editing={editing}
      draft={draft}
      saving={saving}
      title={title}
      problems={problems}
      wordOf={wordOf}
      editOfAll={editOfAll}
      unkept={draft.isChanged('password') ? 'without the password' : null}
      show={show}
    >
      <UserFormProvider value={form}>
        <div className={classes.form} inert={saving.isBusy && isNew}>
          <FieldSet title="Identity">
            <TextField field="name" isRequired autoFocus={isNew} />
            <TextField field="email" isRequired type="email" />
            <CountryField />
            <TimeZoneField />
            <PasswordField isNew={isNew} />
          </FieldSet>
          <FieldSet title="Access and privileges">
            <GroupField />
            <DeviceField />
            <AccessPreview />
            <PrivilegesField />
            <CountField />
          </FieldSet>
          <FieldSet title="Validity">
            <ValidityFields />
            <DisabledField />
            <TextField field="disabledMessage" hint="Why the user is disabled." />
          </FieldSet>
          <FieldSet title="Notes">
            <TextField field="description" isLong />
            <TextField field="message" isLong />
            <TagsField />
          </FieldSet>
        </div>
      </UserFormProvider>
    </RecordEditor>
  );
}

const emptyUser = {
  name: null,
  group: null,
  deviceId: null,
  disabled: false,
  validFrom: null,
  expiresAt: null,
};

/** The user as it will be after saving: an edited field is known again. */
function editedUser(base: User | null, edit: UserEdit) {
  const { days = {}, notUnderstood = {} } = base?.gaps ?? {};
  const unedited = <T,>(gaps: Record<string, T>) =>
    Object.fromEntries(Object.entries(gaps).filter(([field]) => !Object.hasOwn(edit, field)));
  return {
    ...emptyUser,
    ...base,
    ...edit,
    gaps: { ...base?.gaps, days: unedited(days), notUnderstood: unedited(notUnderstood) },
  };
}

/** What the user will see after saving. */
function AccessPreview() {
  const { draft } = useUserForm();
  const groups = useGroupsByIdOrName();
  const format = useFormat();
  const now = useNow(60_000);
  const { zone } = useAccountZone();
  const edited = editedUser(draft.base, draft.edit);
  const name = edited.name?.trim() || 'This user';
  const device = useDeviceLabel(edited.deviceId);
  const access = accessOf(edited, groups);
  return (
    <p className={classes.preview} aria-live="polite">
      {accessMessages({ name, access, status: userStatusOf(edited, now, zone), device, format })}
    </p>
  );
}

/** Every writable field of a deleted user, to create it again. */
function editOfAll(user: User): UserEdit {
  const fields = Object.keys(recordFields('user')).flatMap((field) => {
    const value: unknown = Reflect.get(user, field);
    return value === null || value === undefined ? [] : [[field, value] as const];
  });
  return Object.fromEntries(fields) as UserEdit;
}

/** Values as text, with a group's name instead of its id. */
function useShow(): (field: string, value: unknown) => string {
  const format = useFormat();
  const groups = useGroupsByIdOrName();
  return (field, value) => {
    const group = field === 'group' && typeof value === 'string' ? groups.find(value) : null;
    return group ? groupLabel(group) : valueText('user', field, value, format);
  };
}
