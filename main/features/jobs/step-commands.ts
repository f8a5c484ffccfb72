import type { Done, Inverse } from '#main/features/records/undo';
import type { EditOf } from '#shared/domain/change';
import type { RecordKind } from '#shared/domain/edit';
import type { JobStep } from '#shared/domain/job';

/** The action of a step and its kind of record; null: it submits a report. */
export function partsOf(step: JobStep): Pick<Done, 'kind' | 'action'> | null {
  switch (step.action) {
    case 'createUser':
      return { kind: 'user', action: 'create' };
    case 'changeUser':
      return { kind: 'user', action: 'change' };
    case 'deleteUser':
      return { kind: 'user', action: 'delete' };
    case 'createGroup':
      return { kind: 'group', action: 'create' };
    case 'changeGroup':
      return { kind: 'group', action: 'change' };
    case 'deleteGroup':
      return { kind: 'group', action: 'delete' };
    case 'changeLimits':
    case 'renew':
      return { kind: 'limits', action: 'change' };
    case 'submitLocation':
    case 'submitAlert':
      return null;
  }
}

/** The step of a bulk action that does this to a record. */
export function stepFor(
  kind: RecordKind,
  { action, ...rest }: Exclude<Inverse, { refusal: string }> | Subject,
): JobStep {
  const edit = ('edit' in rest ? rest.edit : {}) as EditOf['user'] &
    EditOf['group'] &
    EditOf['limits'];
  const id = 'id' in rest ? rest.id : '';
  switch (kind) {
    case 'user':
      if (action === 'create') return { action: 'createUser', edit };
      return action === 'delete'
        ? { action: 'deleteUser', id }
        : { action: 'changeUser', id, edit };
    case 'group':
      if (action === 'create') return { action: 'createGroup', edit };
      return action === 'delete'
        ? { action: 'deleteGroup', id }
        : { action: 'changeGroup', id, edit };
    case 'limits':
      return { action: 'changeLimits', id, edit };
  }
}

/** The record of a row without its changes: for a refused row, which is never sent. */
interface Subject {
  action: Done['action'];
  id: string;
}
