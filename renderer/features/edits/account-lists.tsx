import { useCallback, useMemo } from 'react';
import { useStore } from 'zustand';
import { groupsByIdOrName, type GroupLookup } from '#shared/domain/access';
import { groupLabel, type Group } from '#shared/domain/group';
import { knownList, neverAsked, valueOf, type Known } from '#shared/domain/known';
import type { User } from '#shared/domain/user';
import type { CachedItems } from '#shared/ipc/fields';
import { useFleet, useFleetStore } from '#features/fleet';
import type { FleetRow } from '#engines/fleet';
import { api } from '#lib/api';
import { byText, sortLocale } from '#lib/in-order';
import { createAccountMirror } from '#lib/mirror';
import type { Format } from '#lib/format';
import { useAction } from '#lib/use-action';
import { useWorkerAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { FaultNotice } from '#ui/fault-notice';

/** The account's groups, mirrored from main. */
export const groupsMirror = createAccountMirror(
  () => api.groups.list(),
  (listener) => api.groups.onChanged(listener),
);

/** The account's users, mirrored from main. */
export const usersMirror = createAccountMirror(
  () => api.users.list(),
  (listener) => api.users.onChanged(listener),
);

const none: readonly never[] = [];

/** In the order of their names: the same in every list of groups. */
export function useGroups(): readonly Group[] {
  return useStore(groupsMirror, ({ value }) => (value ? inNameOrder(value.items) : none));
}

const sorted = new WeakMap<readonly Group[], { locale: string; ordered: readonly Group[] }>();

/** Always the same array for the same groups in one language. */
export function inNameOrder(groups: readonly Group[]): readonly Group[] {
  const locale = sortLocale();
  const known = sorted.get(groups);
  if (known?.locale === locale) return known.ordered;
  const ordered = groups.toSorted((a, b) => byText(groupLabel(a), groupLabel(b)));
  sorted.set(groups, { locale, ordered });
  return ordered;
}

export function useUsers(): readonly User[] {
  return useStore(usersMirror, ({ value }) => value?.items ?? none);
}

/** Whether the service refused to send a list: this account is not provided with it. */
export const isRefused = (list: Pick<CachedItems<unknown>, 'fault'> | null) =>
  list?.fault?.kind === 'forbidden' || list?.fault?.kind === 'notFound';

/** What is known of a mirrored list; null: main has not answered yet. */
export function knownListOf<T>(list: CachedItems<T> | null): Known<readonly T[]> {
  return list ? knownList({ ...list, isRefused: isRefused(list) }) : neverAsked;
}

/** What is known of the users: a list that was never received is not empty. */
export function useKnownUsers(): Known<readonly User[]> {
  const list = useStore(usersMirror, ({ value }) => value);
  return useMemo(() => knownListOf(list), [list]);
}

/** The same of the groups. */
export function useKnownGroups(): Known<readonly Group[]> {
  const list = useStore(groupsMirror, ({ value }) => value);
  return useMemo(() => knownListOf(list), [list]);
}

export function useGroupsByIdOrName(): GroupLookup {
  const groups = useGroups();
  const isKnown = valueOf(useKnownGroups()) !== null;
  return useMemo(() => groupsByIdOrName(groups, isKnown), [groups, isKnown]);
}

/** A list that the service sends whole. */
export type ListName = 'users' | 'groups';

/** Why a list is not known; null: it was received. */
export function listGapText(name: ListName, known: Known<unknown>, { t }: Format): string | null {
  if (known.is === 'value') return null;
  return t(`edits.list.${name}.${known.is === 'notProvided' ? 'refused' : 'missing'}`);
}

/** Says that a list was never received, and requests it again. Nothing for a list that was. */
export function ListUnknown({ name, known }: { name: ListName; known: Known<unknown> }) {
  const text = listGapText(name, known, useFormat());
  if (text === null) return null;
  return (
    <>
      {text} <RetryList name={name} />
    </>
  );
}

export function RetryList({ name }: { name: ListName }) {
  const { t } = useFormat();
  const load = useAction(() => api[name].reload());
  return (
    <>
      <ActionButton size="compact-xs" loading={load.isBusy} onClick={() => void load.run()}>
        {t('edits.list.retry')}
      </ActionButton>
      {load.fault && <FaultNotice fault={load.fault} context="open" onDismiss={load.dismiss} />}
    </>
  );
}

/** The names of some devices, without those that are not in the list; null while loading. */
export function useDeviceLabels(ids: readonly string[]): ReadonlyMap<string, string> | null {
  const { client } = useFleetStore();
  const total = useFleet(({ view }) => view?.total ?? 0);
  return useWorkerAnswer(
    async () => {
      const labels = await client.labels(ids);
      return new Map(
        ids.flatMap((id, index): [string, string][] => {
          const label = labels[index];
          return label === null || label === undefined ? [] : [[id, label]];
        }),
      );
    },
    [client, ids, total],
    { keepsValue: true },
  );
}

/** The name of each of some devices; the id while loading and for a device that is not in the list. */
export function useDeviceNames(ids: readonly string[]): (id: string) => string {
  const labels = useDeviceLabels(ids);
  return useCallback((id) => labels?.get(id) ?? id, [labels]);
}

/** The name and id of a device; the id alone while loading and if the device is not in the list. */
export function useDeviceLabel(id: string | null): string | null {
  const labels = useDeviceLabels(useMemo(() => (id === null ? [] : [id]), [id]));
  const label = id === null ? undefined : labels?.get(id);
  return label === undefined ? id : `${label} (${id})`;
}

export interface DeviceList {
  /** Every listed device, sorted by name. */
  rows: readonly FleetRow[];
  byId: ReadonlyMap<string, FleetRow>;
}

/** Every listed device, read again when their number changes; null while loading. */
export function useDevices(): DeviceList | null {
  const { client } = useFleetStore();
  const total = useFleet(({ view }) => view?.total ?? null);
  const found = useWorkerAnswer(
    total === null ? null : () => client.find('', Number.MAX_SAFE_INTEGER),
    [client, total],
    { keepsValue: true },
  );
  return useMemo(() => {
    const rows = found?.filter(({ unlistedAt }) => unlistedAt === null);
    return rows ? { rows, byId: new Map(rows.map((row) => [row.id, row])) } : null;
  }, [found]);
}
