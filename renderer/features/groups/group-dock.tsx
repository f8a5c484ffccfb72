import type { Group } from '#shared/domain/group';
import { groupLabel } from '#features/account';
import { byText } from '#lib/in-order';
import { useFormat } from '#lib/use-format';
import classes from './groups.module.css';
import { useDeviceDrop } from './use-device-drop';

interface GroupDockProps {
  groups: readonly Group[];
  onDropped: (group: Group, deviceIds: readonly string[]) => void;
}

/** The groups beside a table of devices, to drop devices on. */
export function GroupDock({ groups, onDropped }: GroupDockProps) {
  const known = groups
    .filter(({ deviceIds }) => deviceIds !== null)
    .toSorted((a, b) => byText(groupLabel(a), groupLabel(b)));
  if (known.length === 0) return null;
  return (
    <section className={classes.dock} aria-label="Drop devices on a group">
      <h2 className={classes.dockTitle}>Drop devices on a group</h2>
      <ul className={classes.dockList}>
        {known.map((group) => (
          <DockedGroup
            key={group.id}
            group={group}
            onDropped={(deviceIds) => onDropped(group, deviceIds)}
          />
        ))}
      </ul>
    </section>
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
