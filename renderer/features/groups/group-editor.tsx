import { textKey } from '#shared/domain/text';
import {
  RecordEditor,
  TextField,
  useDevices,
  useGroups,
  useRecordForm,
  type RecordEditing,
} from '#features/edits';
import { originalText } from '#lib/known-values';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { EmptyList } from '#ui/empty-list';
import { FieldLabel } from '#ui/field';
import { Notice } from '#ui/notice';
import { groupProblems } from './group-rules';
import classes from './groups.module.css';
import { MemberPicker } from './member-picker';

/** Creates or edits a group. Name, description and members are one save. */
export function GroupEditor({ editing }: { editing: RecordEditing<'group'> }) {
  return (
    <RecordEditor kind="group" editing={editing} problemsOf={groupProblems}>
      <GroupFields />
    </RecordEditor>
  );
}

function GroupFields() {
  const { draft } = useRecordForm<'group'>();
  const { base, edit } = draft;
  const name = (edit.name === undefined ? base?.name : edit.name) ?? '';
  return (
    <div className={classes.editor}>
      <div className={classes.fields}>
        <TextField field="name" autoFocus={base === null} />
        <TextField field="description" />
        <SameName name={name} ownId={base?.id ?? null} />
      </div>
      <Members />
    </div>
  );
}

const none: readonly string[] = [];

function SameName({ name, ownId }: { name: string; ownId: string | null }) {
  const groups = useGroups();
  const key = textKey(name);
  const isTaken = groups.some(
    (other) => other.id !== ownId && other.name !== null && textKey(other.name) === key,
  );
  const { t } = useFormat();
  if (!isTaken || key === '') return null;
  return <p className={classes.hint}>{t('groups.editor.sameName')}</p>;
}

function Members() {
  const { draft } = useRecordForm<'group'>();
  const { base, edit } = draft;
  const gaps = base?.gaps;
  /** null if the service did not send them and none were chosen. */
  const members = edit.deviceIds ?? (base ? base.deviceIds : none);
  const devices = useDevices();
  const { t, items } = useFormat();
  const change = (deviceIds: string[]) => draft.set({ deviceIds });
  if (!devices) return <EmptyList>{t('common.loadingDevices')}</EmptyList>;
  if (gaps?.notUnderstood && Object.hasOwn(gaps.notUnderstood, 'deviceIds')) {
    return (
      <Notice tone="warning" title={t('groups.editor.notUnderstood')}>
        {t('groups.editor.notUnderstood.help', {
          original: originalText(gaps.notUnderstood['deviceIds']),
        })}
      </Notice>
    );
  }
  if (members === null) {
    return (
      <Notice
        tone="warning"
        title={t('groups.editor.notSent')}
        actions={
          <ActionButton onClick={() => change([])}>{t('groups.editor.chooseMembers')}</ActionButton>
        }
      >
        {t('groups.editor.notSent.help')}
      </Notice>
    );
  }
  const unread = gaps?.partly?.['deviceIds'] ?? [];
  return (
    <>
      <FieldLabel
        isChanged={draft.isChanged('deviceIds')}
        isNew={base === null}
        onReset={() => draft.reset('deviceIds')}
      >
        {t('common.devices')}
      </FieldLabel>
      {unread.length > 0 && (
        <p className={classes.hint} title={items(unread.map(originalText))}>
          {t('groups.members.partly', {
            count: new Set(members).size + unread.length,
            unread: unread.length,
          })}{' '}
          {t('groups.editor.unreadStays')}
        </p>
      )}
      <MemberPicker
        devices={devices}
        members={members}
        before={base?.deviceIds ?? none}
        onChange={change}
      />
    </>
  );
}
