import { Button, Group as Row, Modal, MultiSelect, Text } from '@mantine/core';
import { useCallback, useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import type { Group } from '#shared/domain/group';
import type { JobStep } from '#shared/domain/job';
import { groupLabel, useDevices, useGroups } from '#features/account';
import { ActionBar, ExportMenu, planJob, useSelection } from '#features/bulk';
import { useFleetStore } from '#features/devices';
import type { FleetRow } from '#features/fleet';
import { findByText } from '#lib/find-text';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { DataTable, type DataColumn } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { FaultNotice } from '#ui/fault-notice';
import { FilterChips } from '#ui/filter-chips';
import { ListPage } from '#ui/list-page';
import { membershipSteps } from './membership-steps';
import { groupsOfDevices, overlapCounts, overlapWord } from './overlaps';

const rowLabel = ({ label }: FleetRow) => label;
const textOf = ({ label, description, id }: FleetRow) => `${label} ${description} ${id}`;
const none: readonly never[] = [];

/** Every device by how many groups it is in: orphans and overlaps. */
export function OverlapView({ views }: { views: ReactNode }) {
  const store = useFleetStore();
  const devices = useDevices();
  const groups = useGroups();
  const format = useFormat();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [currentId, setCurrentId] = useState<string | null>(null);
  const [asking, setAsking] = useState<'add' | 'remove' | null>(null);
  const wanted = useDeferredValue(search);
  const byDevice = useMemo(() => groupsOfDevices(groups), [groups]);
  const rows = devices?.rows ?? none;
  const counts = useMemo(
    () =>
      overlapCounts(
        rows.map(({ id }) => id),
        byDevice,
      ),
    [rows, byDevice],
  );
  const shown = useMemo(() => {
    const fitting =
      chosen === null
        ? rows
        : rows.filter(({ id }) => (byDevice.get(id)?.length ?? 0) === Number(chosen));
    return findByText(fitting, wanted, textOf, rowLabel);
  }, [rows, byDevice, chosen, wanted]);
  const order = useMemo(() => shown.map(({ id }) => id), [shown]);
  const selection = useSelection(
    order,
    useCallback((id: string) => devices?.byId.has(id) ?? true, [devices]),
  );
  const columns = useMemo<DataColumn<FleetRow>[]>(
    () => [selection.column(rowLabel), ...overlapColumns(byDevice)],
    [selection, byDevice],
  );
  const plan = useAction((title: string, steps: JobStep[]) => planJob(title, 'group', steps));
  const show = (index: number) => {
    const id = order[index];
    if (id === undefined) return;
    store.show(id);
    window.location.hash = '#/fleet';
  };
  return (
    <>
      <ListPage
        title="Groups"
        searchLabel="Search devices by group"
        search={search}
        onSearch={setSearch}
        matches={`${format.count(shown.length)} of ${format.count(rows.length)}`}
        note="Enter or a click shows a device on the fleet page; Space selects."
        actions={
          <ExportMenu
            what="membership"
            ids={() => null}
            filter="none: every group with its devices"
          >
            Export membership
          </ExportMenu>
        }
        filters={
          <>
            {views}
            <FilterChips
              label="How many groups"
              chips={counts.map((each) => ({
                id: String(each.groups),
                word: overlapWord(each.groups),
                count: each.devices,
              }))}
              chosen={chosen}
              onChoose={setChosen}
            />
          </>
        }
        banner={
          <>
            {plan.fault && (
              <FaultNotice fault={plan.fault} context="open" onDismiss={plan.dismiss} />
            )}
            <ActionBar selection={selection} shown={shown.length} noun="device">
              <Button size="compact-sm" variant="default" onClick={() => setAsking('add')}>
                Add to groups…
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => setAsking('remove')}>
                Remove from groups…
              </Button>
            </ActionBar>
          </>
        }
        list={
          <DataTable
            label="Devices by group"
            columns={columns}
            count={shown.length}
            rowAt={(index) => shown[index]}
            rowLabel={rowLabel}
            selectedIndex={currentId === null ? -1 : order.indexOf(currentId)}
            selectedKey={currentId}
            onSelect={(index) => setCurrentId(order[index] ?? null)}
            onOpen={show}
            marking={selection.marking}
            empty={
              <EmptyList>
                {devices ? 'No device fits the search and the filter.' : 'Looking up the devices…'}
              </EmptyList>
            }
          />
        }
        detail={null}
      />
      {asking && (
        <ChooseGroups
          how={asking}
          groups={groups}
          deviceIds={[...selection.ids]}
          onPlan={(title, steps) => {
            setAsking(null);
            void plan.run(title, steps);
          }}
          onCancel={() => setAsking(null)}
        />
      )}
    </>
  );
}

function overlapColumns(
  byDevice: ReadonlyMap<string, readonly Group[]>,
): readonly DataColumn<FleetRow>[] {
  return [
    {
      id: 'name',
      header: 'Device',
      width: 180,
      grows: true,
      cell: ({ label, id }) => <span title={`${label} (${id})`}>{label}</span>,
    },
    {
      id: 'count',
      header: 'Groups',
      width: 90,
      align: 'end',
      cell: ({ id }) => <span>{byDevice.get(id)?.length ?? 0}</span>,
    },
    {
      id: 'groups',
      header: 'In',
      width: 260,
      grows: true,
      cell: ({ id }) => {
        const names = (byDevice.get(id) ?? none)
          .map(groupLabel)
          .toSorted((a, b) => a.localeCompare(b))
          .join(', ');
        return names ? <span title={names}>{names}</span> : <span>in no group</span>;
      },
    },
  ];
}

interface ChooseGroupsProps {
  how: 'add' | 'remove';
  groups: readonly Group[];
  deviceIds: readonly string[];
  onPlan: (title: string, steps: JobStep[]) => void;
  onCancel: () => void;
}

function ChooseGroups({ how, groups, deviceIds, onPlan, onCancel }: ChooseGroupsProps) {
  const [chosen, setChosen] = useState<string[]>([]);
  const { counted } = useFormat();
  const which = counted(deviceIds.length, 'device');
  const title = how === 'add' ? `Add ${which} to groups` : `Remove ${which} from groups`;
  const wanted = groups.filter(({ id }) => chosen.includes(id));
  const { steps, leftOut } = membershipSteps(wanted, deviceIds, how);
  return (
    <Modal opened onClose={onCancel} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <MultiSelect
        label="Groups"
        searchable
        data={groups.map((group) => ({ value: group.id, label: groupLabel(group) }))}
        value={chosen}
        onChange={setChosen}
        data-autofocus
      />
      <Text size="sm" mt="sm" aria-live="polite">
        {chosen.length > 0 && `${counted(steps.length, 'group')} would change.`}
        {leftOut.length > 0 &&
          ` Left out, because the service did not send who is in: ${leftOut.map(groupLabel).join(', ')}.`}
      </Text>
      <Row justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button disabled={steps.length === 0} onClick={() => onPlan(title, steps)}>
          Plan it…
        </Button>
      </Row>
    </Modal>
  );
}
