import { Button, TextInput } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import type { GroupEdit } from '#shared/domain/edit';
import { textKey } from '#shared/domain/text';
import { groupLabel, type Group } from '#shared/domain/group';
import {
  type FieldProblem,
  type RecordEditing,
  RecordEditor,
  useDevices,
  useGroups,
  useRecordDraft,
} from '#features/edits';
import type { Gaps } from '#shared/domain/known';
import { commonTexts } from '#lib/common-texts';
import { fieldWord } from '#lib/field-messages';
import { membersText, originalText } from '#lib/known-text';
import { useFormat } from '#lib/use-format';
import { itemsText } from '#lib/list-text';
import { EmptyList } from '#ui/empty-list';
import { FieldLabel, LabelledField } from '#ui/field-label';
import { Notice } from '#ui/notice';
import { groupMessages } from './group-messages';
import { groupProblems } from './group-rules';
import { texts } from './groups-texts';
import classes from './groups.module.css';
import { MemberPicker } from './member-picker';

const none: readonly string[] = [];
const wordOf = (field: string) => fieldWord('group', field);

/** Creates or edits a group. Name, description and members are one save. */
export function GroupEditor({ editing }: { editing: RecordEditing<Group, GroupEdit> }) {
  const { draft, saving, isNew, title } = useRecordDraft('group', groupLabel, editing);
  const { base, edit } = draft;
  const nameField = useRef<HTMLInputElement>(null);
  const [isNameVisited, setNameVisited] = useState(false);
  const name = (edit.name === undefined ? base?.name : edit.name) ?? '';
  const byField = groupProblems(edit, isNew);
  const problems = [...byField].map(([field, message]): FieldProblem => ({
    name: wordOf(field),
    message,
    focus: () => nameField.current?.focus(),
  }));
  return (
    <RecordEditor
      kind="group"
      editing={editing}
      draft={draft}
      saving={saving}
      title={title}
      problems={problems}
      wordOf={wordOf}
      editOfAll={editOfAll}
      onBlocked={() => setNameVisited(true)}
    >
      <div className={classes.editor} inert={saving.isBusy && isNew}>
        <div className={classes.fields}>
          <LabelledField
            htmlFor="group-name"
            isRequired
            isChanged={draft.isChanged('name')}
            isNew={isNew}
            onReset={() => draft.reset('name')}
            field={
              <TextInput
                ref={nameField}
                id="group-name"
                size="xs"
                required
                value={name}
                error={(isNew ? isNameVisited : draft.isChanged('name')) && byField.get('name')}
                onBlur={() => setNameVisited(true)}
                onChange={(event) => draft.set({ name: event.currentTarget.value })}
                autoFocus={isNew}
                autoComplete="off"
              />
            }
          >
            {commonTexts.name}
          </LabelledField>
          <LabelledField
            htmlFor="group-description"
            isChanged={draft.isChanged('description')}
            isNew={isNew}
            onReset={() => draft.reset('description')}
            field={
              <TextInput
                id="group-description"
                size="xs"
                error={byField.get('description')}
                value={
                  (edit.description === undefined ? base?.description : edit.description) ?? ''
                }
                onChange={(event) => draft.set({ description: event.currentTarget.value || null })}
                autoComplete="off"
              />
            }
          >
            {texts.description}
          </LabelledField>
          <SameName name={name} ownId={base?.id ?? null} />
        </div>
        <Members
          before={base ? base.deviceIds : none}
          gaps={base?.gaps}
          edited={edit.deviceIds}
          onChange={(deviceIds) => draft.set({ deviceIds })}
          isNew={isNew}
          onReset={() => draft.reset('deviceIds')}
        />
      </div>
    </RecordEditor>
  );
}

/** Every writable field of a deleted group, to create it again. */
function editOfAll(group: Group): GroupEdit {
  const { name, description, deviceIds } = group;
  return { name, description, ...(deviceIds && { deviceIds }) };
}

function SameName({ name, ownId }: { name: string; ownId: string | null }) {
  const groups = useGroups();
  const key = textKey(name);
  const isTaken = groups.some(
    (other) => other.id !== ownId && other.name !== null && textKey(other.name) === key,
  );
  if (!isTaken || key === '') return null;
  return <p className={classes.hint}>{texts.anotherGroupHasThisName}</p>;
}

interface MembersProps {
  gaps: Gaps | undefined;
  /** null if the service did not send them. */
  before: readonly string[] | null;
  edited: readonly string[] | undefined;
  onChange: (deviceIds: string[]) => void;
  isNew: boolean;
  onReset: () => void;
}

function Members({ before, gaps, edited, onChange, isNew, onReset }: MembersProps) {
  const devices = useDevices();
  const { counted } = useFormat();
  const members = useMemo(() => edited ?? before, [edited, before]);
  if (!devices) return <EmptyList>{commonTexts.loadingDevices}</EmptyList>;
  if (gaps?.notUnderstood && Object.hasOwn(gaps.notUnderstood, 'deviceIds')) {
    return (
      <Notice tone="warning" title={texts.theMembersOfThisGroup}>
        {groupMessages.notUnderstood(originalText(gaps.notUnderstood['deviceIds']))}
      </Notice>
    );
  }
  const unread = gaps?.partly?.['deviceIds'] ?? [];
  if (members === null) {
    return (
      <Notice
        tone="warning"
        title={texts.theServiceDidNotSend}
        actions={
          <Button size="xs" variant="default" onClick={() => onChange([])}>
            {texts.chooseMembers}
          </Button>
        }
      >
        {texts.theMembersYouChooseReplace}
      </Notice>
    );
  }
  return (
    <>
      <FieldLabel isChanged={edited !== undefined} isNew={isNew} onReset={onReset}>
        {commonTexts.devices}
      </FieldLabel>
      {unread.length > 0 && (
        <p className={classes.hint} title={itemsText(unread.map(originalText))}>
          {membersText(new Set(members).size, unread.length, counted)}. {groupMessages.unreadStays}
        </p>
      )}
      <MemberPicker
        devices={devices}
        members={members}
        before={before ?? none}
        onChange={onChange}
      />
    </>
  );
}
