import type { EditContext } from '../../main/features/records/edit-pipeline';
import type { ExecuteEdit } from '../../main/features/records/edit-pipeline';
import type { Device } from '../../shared/domain/device';
import type { GroupEdit, LimitsEdit, UserEdit } from '../../shared/domain/edit';
import type { Group } from '../../shared/domain/group';
import type { User } from '../../shared/domain/user';

/** Short forms of the commands that tests send often. */
export function editsOf(execute: ExecuteEdit) {
  return {
    createUser: (edit: UserEdit, context?: EditContext) =>
      execute({ kind: 'user', action: 'create', edit }, context),
    changeUser: (base: User, edit: UserEdit, context?: EditContext) =>
      execute({ kind: 'user', action: 'change', base, edit }, context),
    replaceUser: (base: User, edit: UserEdit, context?: EditContext) =>
      execute({ kind: 'user', action: 'replace', base, edit }, context),
    removeUser: (id: string, context?: EditContext) =>
      execute({ kind: 'user', action: 'delete', id }, context),
    createGroup: (edit: GroupEdit, context?: EditContext) =>
      execute({ kind: 'group', action: 'create', edit }, context),
    changeGroup: (base: Group, edit: GroupEdit, context?: EditContext) =>
      execute({ kind: 'group', action: 'change', base, edit }, context),
    replaceGroup: (base: Group, edit: GroupEdit, context?: EditContext) =>
      execute({ kind: 'group', action: 'replace', base, edit }, context),
    removeGroup: (id: string, context?: EditContext) =>
      execute({ kind: 'group', action: 'delete', id }, context),
    changeLimits: (base: Device, edit: LimitsEdit, context?: EditContext) =>
      execute({ kind: 'limits', action: 'change', base, edit }, context),
    activate: (id: string, context?: EditContext) =>
      execute({ kind: 'limits', action: 'activate', id }, context),
  };
}

export type Edits = ReturnType<typeof editsOf>;
