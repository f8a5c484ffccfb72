import { createTurns } from '#main/pace/turns';
import type { StateRules } from '#shared/domain/device-state';
import { differenceOf, mostListed, type HandoverNote } from '#shared/domain/handover';
import { textAt, type FleetColumns } from '#shared/fleet/columns';
import { metresBetween } from '#shared/history/distance';
import { markAt } from './checkpoint-bytes';
import { marksOf } from './capture';
import type { MarkedPart } from './checkpoints';
import type { TopItems } from './top-items';

/** The fleet at present. The columns may be replaced between two turns; slots stay. */
export interface PresentFleet {
  columns: () => FleetColumns;
  rules: StateRules;
  now: number;
}

type Differences = Pick<HandoverNote, 'silent' | 'expired' | 'moved' | 'overLimit'>;

const time = (value: number) => (Number.isFinite(value) ? value : null);

function deviceAt(columns: FleetColumns, slot: number) {
  const id = textAt(columns.id, slot);
  return { id, label: textAt(columns.name, slot).trim() || id };
}

const none = <T>(): TopItems<T> => ({ total: 0, items: [] });

function add<T>(list: TopItems<T>, item: () => T): void {
  list.total += 1;
  if (list.items.length < mostListed) list.items.push(item());
}

/** What is new about the listed devices; `before` null: nothing is known to compare with. */
export async function changedDevices(
  before: AsyncIterable<MarkedPart> | null,
  { columns, rules, now }: PresentFleet,
): Promise<Differences> {
  const turn = createTurns();
  const found = { silent: none(), expired: none(), overLimit: none() } as Omit<
    Differences,
    'moved'
  >;
  let moved: { slot: number; metres: number }[] = [];
  let movedTotal = 0;
  const farthest = () => moved.toSorted((a, b) => b.metres - a.metres).slice(0, mostListed);
  for await (const { first, marks } of before ?? []) {
    for (let index = 0; index < marks.flags.length; index++) {
      if (index % 256 === 0) await turn();
      const slot = first + index;
      const present = columns();
      if (slot >= present.count) break;
      const was = markAt(marks, index);
      if (!was || !Number.isNaN(present.unlistedAt[slot]!)) continue;
      const is = marksOf(present, rules, now).markOf(slot);
      const news = differenceOf(was, is, metresBetween);
      const device = () => deviceAt(present, slot);
      if (news.isNewlySilent) {
        add(found.silent, () => ({ ...device(), reportedAt: time(present.fixAt[slot]!) }));
      }
      if (news.isNewlyExpired) {
        add(found.expired, () => ({ ...device(), expiredAt: time(present.expiredFrom[slot]!) }));
      }
      if (news.isNewlyOverLimit) add(found.overLimit, device);
      if (news.movedBy === null) continue;
      movedTotal += 1;
      moved.push({ slot, metres: news.movedBy });
      if (moved.length > 10 * mostListed) moved = farthest();
    }
  }
  const present = columns();
  const items = farthest().map(({ slot, metres }) => ({ ...deviceAt(present, slot), metres }));
  return { ...found, moved: { total: movedTotal, items } };
}

/** The listed devices about which the service has not answered since a moment. */
export async function devicesNotChecked(
  { columns }: PresentFleet,
  since: number,
): Promise<HandoverNote['notChecked']> {
  const turn = createTurns();
  const found: HandoverNote['notChecked'] = none();
  for (let slot = 0; slot < columns().count; slot++) {
    if (slot % 256 === 0) await turn();
    const { checkedAt, unlistedAt } = columns();
    if (!Number.isNaN(unlistedAt[slot]!) || checkedAt[slot]! > since) continue;
    add(found, () => deviceAt(columns(), slot));
  }
  return found;
}
