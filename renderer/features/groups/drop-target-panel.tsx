import { useMemo, useState } from 'react';
import { groupLabel, type Group } from '#shared/domain/group';
import { useGroups } from '#features/records';
import { findByText } from '#lib/find-text';
import { useFormat } from '#lib/use-format';
import { SearchBox } from '#ui/page-head';
import { addDropped, type DropPage } from './add-dropped';
import { useDeviceDrop, useIsDragging } from './device-drag';
import classes from './groups.module.css';

/** The groups beside a table of devices, to drop devices on. */
export function GroupDropTarget({ page }: { page: DropPage }) {
  const groups = useGroups();
  const format = useFormat();
  const [search, setSearch] = useState('');
  const known = useMemo(
    () =>
      findByText(
        groups.filter(({ deviceIds }) => deviceIds !== null),
        search,
        groupLabel,
        groupLabel,
      ),
    [groups, search],
  );
  // Nobody can type while something is on its way.
  const isSearchable = page === 'groups' && groups.length > searchFrom;
  return (
    <section className={classes.dock} aria-label="Drop devices on a group">
      <h2 className={classes.dockTitle}>Drop devices on a group</h2>
      {isSearchable && (
        <div className={classes.dockSearch}>
          <SearchBox
            label="Search groups to drop on"
            placeholder="Search"
            value={search}
            onChange={setSearch}
          />
        </div>
      )}
      {known.length === 0 && (
        <p className={classes.dockEmpty}>{whyNone(groups.length > 0, search.trim() !== '')}</p>
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

/** A dozen is found by looking. */
const searchFrom = 12;

function whyNone(hasGroups: boolean, isSearched: boolean): string {
  if (!hasGroups) return 'This account has no groups yet.';
  return isSearched
    ? 'No group fits the search.'
    : 'The service did not send who is in the groups, so nothing can be added to them.';
}

/** The same, over the fleet and only while devices are on their way. */
export function DropTargetPanel() {
  const isDragging = useIsDragging();
  if (!isDragging) return null;
  return (
    <div className={classes.passingDock}>
      <GroupDropTarget page="fleet" />
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
