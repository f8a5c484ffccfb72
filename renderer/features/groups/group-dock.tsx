import { useMemo } from 'react';
import type { Group } from '#shared/domain/group';
import { groupLabel, useGroups } from '#features/account';
import { byText } from '#lib/in-order';
import { useFormat } from '#lib/use-format';
import { addDropped, type DropPage } from './add-dropped';
import { useDeviceDrop, useIsDragging } from './device-drag';
import classes from './groups.module.css';

/** The groups beside a table of devices, to drop devices on. */
export function GroupDock({ page }: { page: DropPage }) {
  const groups = useGroups();
  const format = useFormat();
  const known = useMemo(
    () =>
      groups
        .filter(({ deviceIds }) => deviceIds !== null)
        .toSorted((a, b) => byText(groupLabel(a), groupLabel(b))),
    [groups],
  );
  return (
    <section className={classes.dock} aria-label="Drop devices on a group">
      <h2 className={classes.dockTitle}>Drop devices on a group</h2>
      {known.length === 0 && (
        <p className={classes.dockEmpty}>
          {groups.length === 0
            ? 'This account has no groups yet.'
            : 'The service did not send who is in the groups, so nothing can be added to them.'}
        </p>
      )}
      <ul className={classes.dockList}>
        {known.map((group) => (
          <DockedGroup
            key={group.id}
            group={group}
            onDropped={(ids) => void addDropped(page, group, ids, format)}
          />
        ))}
      </ul>
    </section>
  );
}

/** The same, over the fleet and only while devices are on their way. */
export function PassingGroupDock() {
  const isDragging = useIsDragging();
  if (!isDragging) return null;
  return (
    <div className={classes.passingDock}>
      <GroupDock page="fleet" />
    </div>
  );
}

interface DockedGroupProps {
  group: Group;
  onDropped: (deviceIds: readonly string[]) => void;
}

function DockedGroup({ group, onDropped }: DockedGroupProps) {
  const { count } = useFormat();
  const drop = useDeviceDrop(onDropped);
  return (
    <li className={classes.docked} {...drop}>
      <span title={groupLabel(group)}>{groupLabel(group)}</span>{' '}
      <span className={classes.count}>{count(new Set(group.deviceIds).size)}</span>
    </li>
  );
}
