import { useMemo, useState } from 'react';
import { groupLabel, type Group } from '#shared/domain/group';
import { listGapText, useGroups, useKnownGroups } from '#features/edits';
import { withWords } from '#lib/find-text';
import { useFormat } from '#lib/use-format';
import { SearchBox } from '#ui/page';
import { addDroppedDevices, type DropPage } from './dropped-devices';
import { useDeviceDrop, useIsDragging } from './device-drag';
import { texts } from './groups-texts';
import { membersCount } from './members';
import classes from './groups.module.css';

/** The list of groups that devices can be dropped on. */
export function GroupDropList({ page }: { page: DropPage }) {
  const groups = useGroups();
  const list = useKnownGroups();
  const format = useFormat();
  const [search, setSearch] = useState('');
  const known = useMemo(
    () =>
      withWords(
        groups.filter(({ deviceIds }) => deviceIds !== null),
        search,
        groupLabel,
      ),
    [groups, search],
  );
  // The fleet page shows the list only during a drag, when the user cannot type.
  const isSearchable = page === 'groups' && groups.length > searchThreshold;
  return (
    <section className={classes.dropList} aria-label={texts.dropDevicesOnAGroup}>
      <h2 className={classes.dropTitle}>{texts.dropDevicesOnAGroup}</h2>
      {isSearchable && (
        <div className={classes.dropSearch}>
          <SearchBox
            label={texts.searchGroupsToDropOn}
            placeholder={texts.search}
            value={search}
            onChange={setSearch}
          />
        </div>
      )}
      {known.length === 0 && (
        <p className={classes.dropEmpty}>
          {listGapText('groups', list) ?? emptyMessage(groups.length > 0, search.trim() !== '')}
        </p>
      )}
      <ul className={classes.dropItems}>
        {known.map((group) => (
          <GroupDropTarget
            key={group.id}
            group={group}
            onDropped={(ids) => void addDroppedDevices(page, group, ids, format)}
          />
        ))}
      </ul>
    </section>
  );
}

/** The list has a search box if it is longer than this. */
const searchThreshold = 12;

function emptyMessage(hasGroups: boolean, isSearched: boolean): string {
  if (!hasGroups) return texts.thisAccountHasNoGroups;
  return isSearched ? texts.noGroupsMatchTheSearch : texts.devicesCannotBeAddedBecause;
}

/** The drop targets over the fleet page, shown only during a drag. */
export function DropTargetPanel() {
  const isDragging = useIsDragging();
  if (!isDragging) return null;
  return (
    <div className={classes.dropPanel}>
      <GroupDropList page="fleet" />
    </div>
  );
}

interface GroupDropTargetProps {
  group: Group;
  onDropped: (deviceIds: readonly string[]) => void;
}

function GroupDropTarget({ group, onDropped }: GroupDropTargetProps) {
  const { count } = useFormat();
  const drop = useDeviceDrop(onDropped);
  return (
    <li className={classes.dropItem} {...drop}>
      <span title={groupLabel(group)}>{groupLabel(group)}</span>{' '}
      <span className={classes.count}>{membersCount(group, count)}</span>
    </li>
  );
}
