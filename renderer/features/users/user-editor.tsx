import { useCallback, useMemo, useState } from 'react';
import { applyEdit, recordFields } from '#shared/domain/change';
import type { UserEdit } from '#shared/domain/edit';
import { accessOf } from '#shared/domain/access';
import { userLabel, type User } from '#shared/domain/user';
import type { Fault } from '#shared/fault';
import { groupLabel } from '#shared/domain/group';
import {
  type FieldProblem,
  type RecordEditing,
  RecordEditor,
  type SaveQuestion,
  useDeviceLabel,
  useGroupsByIdOrName,
  useRecordDraft,
} from '#features/edits';
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
import {
  fieldName,
  FieldSet,
  focusField,
  UserFormProvider,
  useUserForm,
  type UserForm,
} from './user-form';
import { userProblems, withoutWrongDays, type UserField } from './user-rules';
import { texts } from './users-texts';
import classes from './users.module.css';
import { ValidityFields } from './validity-fields';
import { messages } from './user-messages';

/** Creates or edits a user. */
export function UserEditor({ editing }: { editing: RecordEditing<User, UserEdit> }) {
  const { draft, saving, isNew, title } = useRecordDraft('user', userLabel, editing);
  const { base, edit } = draft;
  const show = useShow();
  const byField = userProblems(edit, base);
  const wordOf = (field: string) => fieldName(field as UserField, isNew);
  const problems: FieldProblem[] = [...byField].map(([field, message]) => ({
    name: wordOf(field),
    message,
    focus: () => focusField(field),
  }));
  const { isVisited, visit, visitAll } = useVisited();
  const refused = refusedField(saving.fault);
  const form = useMemo(
    () => ({ draft, problems: byField, refused, isVisited, visit }),
    [draft, byField, refused, isVisited, visit],
  );
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
      unstored={draft.isChanged('password') ? texts.withoutThePassword : null}
      question={isNew && !draft.isChanged('password') ? withoutPassword(edit.name) : null}
      onBlocked={visitAll}
      show={show}
    >
      <UserFormProvider value={form}>
        <div className={classes.form} inert={saving.isBusy && isNew}>
          <FieldSet title={texts.identity}>
            <TextField field="name" isRequired autoFocus={isNew} />
            <TextField field="email" isRequired type="email" />
            <CountryField />
            <TimeZoneField />
            <PasswordField isNew={isNew} />
          </FieldSet>
          <FieldSet title={texts.accessAndPrivileges}>
            <GroupField />
            <DeviceField />
            <AccessPreview />
            <PrivilegesField />
            <CountField />
          </FieldSet>
          <FieldSet title={texts.validity}>
            <ValidityFields />
            <DisabledField />
            <TextField field="disabledMessage" hint={texts.whyTheUserIsDisabled} />
          </FieldSet>
          <FieldSet title={texts.notes}>
            <TextField field="description" isLong />
            <TextField field="message" isLong />
            <TagsField />
          </FieldSet>
        </div>
      </UserFormProvider>
    </RecordEditor>
  );
}

/** The fields the user left; all after `visitAll`. */
function useVisited() {
  const [visited, setVisited] = useState<ReadonlySet<UserField> | 'all'>(new Set());
  const isVisited = useCallback(
    (field: UserField) => visited === 'all' || visited.has(field),
    [visited],
  );
  const visit = useCallback((field: UserField) => {
    setVisited((before) =>
      before === 'all' || before.has(field) ? before : new Set([...before, field]),
    );
  }, []);
  return { isVisited, visit, visitAll: useCallback(() => setVisited('all'), []) };
}

function refusedField(fault: Fault | null): UserForm['refused'] {
  if (fault?.kind !== 'invalid' || fault.field === undefined) return null;
  return { field: fault.field, message: fault.message };
}

function withoutPassword(name: string | null | undefined): SaveQuestion {
  return {
    title: texts.createThisUserWithoutA,
    text: typeof name === 'string' ? messages.noPasswordYet(name) : texts.noPasswordYet,
    confirmLabel: texts.createWithoutAPassword,
    cancelLabel: texts.enterAPassword,
    onCancel: () => focusField('password'),
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
  const { draft } = useUserForm();
  const groups = useGroupsByIdOrName();
  const format = useFormat();
  const now = useNow(60_000);
  const { zone } = useAccountZone();
  const { gaps = {}, ...base } = draft.base ?? newUser;
  const edited = applyEdit('user', { ...base, gaps }, withoutWrongDays(draft.edit));
  const name = edited.name?.trim() || texts.thisUser;
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
