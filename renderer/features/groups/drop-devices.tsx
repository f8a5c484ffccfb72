import { useMemo, useState, type DragEvent } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { groupLabel, type Group } from '#shared/domain/group';
import type { Fault } from '#shared/fault';
import { message } from '#shared/i18n/translate';
import {
  listGapText,
  sendEdit,
  UndoNotice,
  useGroups,
  useKnownGroups,
  type Done,
} from '#features/edits';
import { createAccountStore, inAccount } from '#lib/account-scope';
import { withWords } from '#lib/find-text';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { SearchBox } from '#ui/page';
import { membersCount, membershipSteps } from './group-rules';
import classes from './groups.module.css';

/** Marks a drag as one of devices. The ids stay in the renderer. */
const dragType = 'application/x-waypost-devices';

const dragged = createStore<{ ids: readonly string[] | null }>(() => ({ ids: null }));

/** Returns the handler for a row of a device table that starts to be dragged. */
export function useDeviceDrag() {
  const { t } = useFormat();
  return (event: DragEvent, ids: readonly string[]) =>
    startDrag(event, ids, t('groups.drop.count', { count: ids.length }));
}

function startDrag(event: DragEvent, ids: readonly string[], label: string): void {
  const { dataTransfer } = event;
  dataTransfer.setData(dragType, label);
  dataTransfer.effectAllowed = 'copyMove';
  setDragLabel(dataTransfer, label);
  const watch = new AbortController();
  const end = () => {
    watch.abort();
    dragged.setState({ ids: null });
  };
  // Chromium cancels a drag if the page changes while the drag starts.
  setTimeout(() => {
    dragged.setState({ ids });
    // A row that was removed by scrolling fires no dragend, but the pointer moves after the drag.
    for (const last of ['dragend', 'pointermove', 'pointerdown', 'keydown']) {
      window.addEventListener(last, end, { signal: watch.signal });
    }
  });
}

/** Shows the number of devices at the pointer instead of an image of one row. */
function setDragLabel(dataTransfer: DataTransfer, label: string): void {
  const element = document.createElement('div');
  element.className = classes.dragLabel ?? '';
  element.textContent = label;
  document.body.append(element);
  dataTransfer.setDragImage(element, -12, -8);
  setTimeout(() => element.remove());
}

const useIsDragging = () => useStore(dragged, ({ ids }) => ids !== null);

/** Props for a drop target of devices. Every drop must also be possible by keyboard elsewhere. */
export function useDeviceDrop(onDropped: (ids: readonly string[]) => void) {
  const [isOver, setOver] = useState(false);
  return {
    /** For styling. */
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(dragType)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      const to = event.relatedTarget;
      if (!(to instanceof Node) || !event.currentTarget.contains(to)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      const { ids } = dragged.getState();
      if (!event.dataTransfer.types.includes(dragType) || !ids) return;
      event.preventDefault();
      onDropped(ids);
    },
  };
}

/** The list of groups that devices can be dropped on. */
export function GroupDropList({ page }: { page: DropPage }) {
  const groups = useGroups();
  const list = useKnownGroups();
  const format = useFormat();
  const { t } = format;
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
    <section className={classes.dropList} aria-label={t('groups.drop.title')}>
      <h2 className={classes.dropTitle}>{t('groups.drop.title')}</h2>
      {isSearchable && (
        <div className={classes.dropSearch}>
          <SearchBox
            label={t('groups.drop.search')}
            placeholder={t('groups.picker.search')}
            value={search}
            onChange={setSearch}
          />
        </div>
      )}
      {known.length === 0 && (
        <p className={classes.dropEmpty}>
          {listGapText('groups', list, format) ??
            t(emptyMessage(groups.length > 0, search.trim() !== ''))}
        </p>
      )}
      <ul className={classes.dropItems}>
        {known.map((group) => (
          <GroupDropTarget
            key={group.id}
            group={group}
            onDropped={(ids) => void addDroppedDevices(page, group, ids)}
          />
        ))}
      </ul>
    </section>
  );
}

/** The list has a search box if it is longer than this. */
const searchThreshold = 12;

function emptyMessage(hasGroups: boolean, isSearched: boolean) {
  if (!hasGroups) return 'groups.drop.noGroups';
  return isSearched ? 'groups.drop.noMatch' : 'groups.drop.membersUnknown';
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
  const format = useFormat();
  const drop = useDeviceDrop(onDropped);
  return (
    <li className={classes.dropItem} {...drop}>
      <span title={groupLabel(group)}>{groupLabel(group)}</span>{' '}
      <span className={classes.count}>{membersCount(group, format)}</span>
    </li>
  );
}

/** The pages on which devices can be dropped. Each shows the notice of its own drops. */
type DropPage = 'fleet' | 'groups';

interface Result {
  page: DropPage | null;
  done: Done | null;
  fault: Fault | null;
}

const nothing: Result = { page: null, done: null, fault: null };

/** The result of the last drop; one in another account cannot be undone here. */
const result = createAccountStore<Result>(nothing);

/** Adds dropped devices to a group in one call, which the notice can undo. */
async function addDroppedDevices(page: DropPage, to: Group, ids: readonly string[]): Promise<void> {
  const group = groupLabel(to);
  const report = (done: Done | null, fault: Fault | null = null) =>
    result.setState({ page, done, fault });
  const [step] = membershipSteps([to], ids, 'add').steps;
  const edit = step?.kind === 'group' && step.action === 'change' ? step.edit : null;
  if (!edit?.deviceIds) {
    report({
      title: message('groups.drop.allMembers', { count: ids.length, group }),
      journalIds: [],
    });
    return;
  }
  result.setState(nothing);
  const outcome = await inAccount(sendEdit({ kind: 'group', action: 'change', base: to, edit }));
  if (!outcome) return;
  if (!outcome.ok) {
    report(null, outcome.fault);
    return;
  }
  const saved = outcome.value;
  if (saved.status === 'conflict') {
    // Members merge, so the conflict is in another field. Nothing was sent.
    report({ title: message('groups.drop.changedByOthers', { group }), journalIds: [] });
    return;
  }
  const added = edit.deviceIds.length - new Set(to.deviceIds).size;
  const rest = new Set(ids).size - added;
  report({
    title: message('groups.drop.added', { count: added, group }),
    journalIds: saved.journalId === null ? [] : [saved.journalId],
    note: rest > 0 ? message('groups.drop.wereMembers', { count: rest }) : null,
  });
}

/** The result of the last drop on this page, with Undo. */
export function DroppedNotice({ page }: { page: DropPage }) {
  const { done, fault, page: shownOn } = useStore(result);
  const dismiss = () => result.setState(nothing);
  if (shownOn !== page) return null;
  if (fault) return <FaultNotice fault={fault} context="open" onDismiss={dismiss} />;
  return (
    done && (
      <UndoNotice
        key={JSON.stringify([done.journalIds, done.title])}
        done={done}
        onDismiss={dismiss}
      />
    )
  );
}
