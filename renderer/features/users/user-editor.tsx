import { useMemo } from 'react';
import { applyEdit } from '#shared/domain/change';
import { accessOf } from '#shared/domain/access';
import { groupLabel } from '#shared/domain/group';
import type { UserEdit } from '#shared/domain/edit';
import type { User } from '#shared/domain/user';
import {
  focusField,
  RecordEditor,
  TextField,
  useDeviceLabel,
  useGroupsByIdOrName,
  useRecordForm,
  useUsers,
  type RecordEditing,
  type SaveQuestion,
} from '#features/edits';
import { useOpenSession } from '#features/session';
import { useAccountZone } from '#features/settings';
import { useNow } from '#lib/clock';
import { valueText } from '#lib/field-values';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import {
  CountField,
  CountryField,
  DayField,
  DeviceField,
  DisabledField,
  FieldSet,
  GroupField,
  PasswordField,
  PrivilegesField,
  TagsField,
  TimeZoneField,
} from './user-fields';
import { accessText } from './access-text';
import { placeOfAccount, userProblems, userStatusOf, withoutWrongDays } from './user-rules';
import classes from './users.module.css';

/** Creates or edits a user. */
export function UserEditor({ editing }: { editing: RecordEditing<'user'> }) {
  const show = useShow();
  return (
    <RecordEditor
      kind="user"
      editing={editing}
      problemsOf={userProblems}
      questionOf={(edit, format) =>
        edit.password === undefined ? withoutPassword(edit.name, format) : null
      }
      show={show}
      start={useNewUserStart()}
    >
      <UserFields />
    </RecordEditor>
  );
}

/** A new user is where the account is, as far as that is known. */
function useNewUserStart(): UserEdit {
  const users = useUsers();
  const userName = useOpenSession()?.profile.userName ?? '';
  const { zone } = useAccountZone();
  return useMemo(() => placeOfAccount(users, userName, zone), [users, userName, zone]);
}

function UserFields() {
  const { t } = useFormat();
  const isNew = useRecordForm<'user'>().draft.base === null;
  return (
    <div className={classes.form}>
      <FieldSet title={t('users.editor.identity')}>
        <TextField field="name" autoFocus={isNew} />
        <TextField field="email" type="email" />
        <CountryField />
        <TimeZoneField />
        <PasswordField />
      </FieldSet>
      <FieldSet title={t('users.editor.access')}>
        <GroupField />
        <DeviceField />
        <AccessPreview />
        <PrivilegesField />
        <CountField />
      </FieldSet>
      <FieldSet title={t('users.editor.validity')}>
        <DayField field="validFrom" />
        <DayField field="expiresAt" />
        <DisabledField />
        <TextField field="disabledMessage" hint={t('users.editor.disabledMessageHelp')} />
      </FieldSet>
      <FieldSet title={t('users.editor.notes')}>
        <TextField field="description" isLong />
        <TextField field="message" isLong />
        <TagsField />
      </FieldSet>
    </div>
  );
}

function withoutPassword(name: string | null | undefined, { t }: Format): SaveQuestion {
  return {
    title: t('users.editor.noPassword'),
    text:
      typeof name === 'string'
        ? t('users.editor.noPassword.helpNamed', { user: name })
        : t('users.editor.noPassword.help'),
    confirmLabel: t('users.editor.noPassword.create'),
    cancelLabel: t('users.editor.noPassword.enter'),
    onCancel: () => focusField('user', 'password'),
  };
}

/** Of a new user, fields without an entry are none. */
const newUser = {
  name: null,
  group: null,
  deviceId: null,
  disabled: false,
  validFrom: null,
  expiresAt: null,
  gaps: { none: ['group', 'deviceId', 'validFrom', 'expiresAt'] },
} as Partial<User> as User;

/** What the user will see after saving. */
function AccessPreview() {
  const { draft } = useRecordForm<'user'>();
  const groups = useGroupsByIdOrName();
  const format = useFormat();
  const now = useNow(60_000);
  const { zone } = useAccountZone();
  const { gaps = {}, ...base } = draft.base ?? newUser;
  const edited = applyEdit('user', { ...base, gaps }, withoutWrongDays(draft.edit));
  const name = edited.name?.trim() || format.t('users.editor.thisUser');
  const device = useDeviceLabel(edited.deviceId);
  const access = accessOf(edited, groups);
  return (
    <p className={classes.preview} aria-live="polite">
      {accessText({ user: name, access, status: userStatusOf(edited, now, zone), device }, format)}
    </p>
  );
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
