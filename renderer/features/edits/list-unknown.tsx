import { Button } from '@mantine/core';
import type { Known } from '#shared/domain/known';
import { api } from '#lib/api';
import { useAction } from '#lib/use-action';
import { FaultNotice } from '#ui/fault-notice';
import { texts } from './records-texts';

/** A list that the service sends whole. */
export type ListName = 'users' | 'groups';

const refused: Record<ListName, string> = {
  users: texts.theServiceDoesNotProvide,
  groups: texts.theServiceDoesNotProvideGroups,
};
const missing: Record<ListName, string> = {
  users: texts.theListOfUsersWas,
  groups: texts.theListOfGroupsWas,
};

/** Why a list is not known; null: it was received. */
export function listGapText(name: ListName, known: Known<unknown>): string | null {
  if (known.is === 'value') return null;
  return known.is === 'notProvided' ? refused[name] : missing[name];
}

interface ListUnknownProps {
  name: ListName;
  known: Known<unknown>;
}

/** Says that a list was never received, and requests it again. Nothing for a list that was. */
export function ListUnknown({ name, known }: ListUnknownProps) {
  const text = listGapText(name, known);
  if (text === null) return null;
  return (
    <>
      {text} <RetryList name={name} />
    </>
  );
}

/** Requests a list that is not known. */
export function RetryList({ name }: { name: ListName }) {
  const load = useAction(() => (name === 'users' ? api.users.reload() : api.groups.reload()));
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        loading={load.isBusy}
        onClick={() => void load.run()}
      >
        {texts.retry}
      </Button>
      {load.fault && <FaultNotice fault={load.fault} context="open" onDismiss={load.dismiss} />}
    </>
  );
}
