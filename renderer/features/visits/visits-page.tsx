import { ActionIcon, Group, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMemo } from 'react';
import { dayInZone, daysBetween, plusDays, startOfDayInZone } from '#shared/domain/calendar';
import { areMembersKnown, groupLabel } from '#shared/domain/group';
import type { Range } from '#shared/domain/history';
import { mostDeviceDays, type VisitsQuery } from '#shared/ipc/visits';
import { useGroups } from '#features/edits';
import { DevicePicker, useFleet, useFleetStore } from '#features/fleet';
import { FetchBar } from '#features/history';
import { usePlaces } from '#features/places';
import { useNow } from '#lib/clock';
import { byText } from '#lib/in-order';
import { useWorkerAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { DateField } from '#ui/date-field';
import { PageHead, page } from '#ui/page';
import { DaysOfUse } from './days-of-use';
import { VisitsList } from './visits-list';
import { daysOf, neighbourOf, setVisits, units, useVisitsState, type Period } from './visits-store';
import classes from './visits.module.css';

const mostDevices = 50;

/** Who was where, and how vehicles were used: by place, device and group, for a day, a week or a month. */
export function VisitsPage() {
  const format = useFormat();
  const { t, timeZone } = format;
  const { tab, period } = useVisitsState();
  const now = useNow(60_000);
  const { deviceIds, isPart } = useDeviceIds();
  const { from, to } = daysOf(period, now, format);
  const range = useMemo(
    () => ({
      from: startOfDayInZone(from, timeZone),
      to: startOfDayInZone(plusDays(to, 1), timeZone) - 1,
    }),
    [from, to, timeZone],
  );
  const query = useMemo(
    () => deviceIds && { deviceIds: [...deviceIds], from, to, timeZone },
    [deviceIds, from, to, timeZone],
  );
  const isTooMuch = query !== null && query.deviceIds.length * dayCount(query) > mostDeviceDays;
  const asked = query && query.deviceIds.length > 0 && !isTooMuch ? query : null;
  return (
    <div className={page.scrollingPage}>
      <PageHead
        title={t('visits.title')}
        actions={
          <SegmentedControl
            size="xs"
            aria-label={t('visits.tabs')}
            value={tab}
            data={(['visits', 'days'] as const).map((value) => ({
              value,
              label: t(`visits.tab.${value}`),
            }))}
            onChange={(value) => setVisits({ tab: value === 'days' ? 'days' : 'visits' })}
          />
        }
      />
      <Scope range={range} now={now} />
      {asked && (
        <FetchBar log="locations" deviceIds={asked.deviceIds} range={range} loadsShortRanges />
      )}
      {isTooMuch && (
        <p className={classes.note} role="note">
          {t('visits.tooMany', { most: mostDeviceDays })}
        </p>
      )}
      {isPart && <p className={classes.note}>{t('common.groupMembersGap')}</p>}
      {tab === 'visits' ? <VisitsList query={asked} /> : <DaysOfUse query={asked} />}
    </div>
  );
}

const dayCount = ({ from, to }: Pick<VisitsQuery, 'from' | 'to'>) => daysBetween(from, to) + 1;

/** The devices of the choice; null: not known yet. */
function useDeviceIds(): { deviceIds: readonly string[] | null; isPart: boolean } {
  const { groupId, devices } = useVisitsState();
  const { client } = useFleetStore();
  const total = useFleet(({ view }) => view?.total ?? null);
  const group = useGroups().find(({ id }) => id === groupId);
  const isAll = devices.length === 0 && groupId === null;
  const all = useWorkerAnswer(
    isAll && total !== null ? () => client.find('', mostDeviceDays + 1) : null,
    [client, total],
    { keepsValue: true },
  );
  return useMemo(() => {
    if (devices.length > 0) return { deviceIds: devices.map(({ id }) => id), isPart: false };
    if (groupId !== null) {
      const members = [...new Set(group?.deviceIds)];
      return { deviceIds: members, isPart: group !== undefined && !areMembersKnown(group) };
    }
    const listed = all?.filter(({ unlistedAt }) => unlistedAt === null);
    return { deviceIds: listed?.map(({ id }) => id) ?? null, isPart: false };
  }, [devices, groupId, group, all]);
}

/** The period, and of which devices and place. */
function Scope({ range, now }: { range: Range; now: number }) {
  const format = useFormat();
  const { t } = format;
  const { tab, period, groupId, devices, placeId } = useVisitsState();
  const groups = useGroups();
  const places = usePlaces();
  const sorted = useMemo(() => places.toSorted((a, b) => byText(a.name, b.name)), [places]);
  const setPeriod = (next: Period) => setVisits({ period: next });
  const step = (direction: 'earlier' | 'later') => {
    const next = neighbourOf(period, direction, now, format);
    const Icon = direction === 'earlier' ? IconChevronLeft : IconChevronRight;
    return (
      <ActionIcon
        size={30}
        variant="default"
        aria-label={t(`visits.${direction}`)}
        title={t(`visits.${direction}`)}
        disabled={next === null}
        onClick={() => next && setPeriod(next)}
      >
        <Icon size={16} aria-hidden className={classes.arrow} />
      </ActionIcon>
    );
  };
  const isMissing = (id: string | null, known: readonly { id: string }[]) =>
    id !== null && !known.some((each) => each.id === id);
  return (
    <div className={classes.scope}>
      <SegmentedControl
        size="xs"
        aria-label={t('visits.period')}
        value={period.unit}
        data={units.map((value) => ({ value, label: t(`visits.period.${value}`) }))}
        onChange={(value) => {
          const unit = units.find((each) => each === value);
          if (unit) setPeriod({ ...period, unit });
        }}
      />
      <Group gap={2} wrap="nowrap">
        {step('earlier')}
        <DateField
          size="xs"
          w={120}
          aria-label={t('visits.period.date')}
          value={period.day ?? dayInZone(now, format.timeZone)}
          onChange={(day) => /^\d{4}-\d\d-\d\d$/.test(day) && setPeriod({ ...period, day })}
        />
        {step('later')}
      </Group>
      {period.unit !== 'day' && (
        <span className={page.quiet}>
          {t('history.fromTo', { from: format.day(range.from), to: format.day(range.to) })}
        </span>
      )}
      {devices.length === 0 && (
        <NativeSelect
          size="xs"
          w={150}
          aria-label={t('common.group')}
          value={groupId ?? ''}
          data={[
            { value: '', label: t('visits.allGroups') },
            ...groups.map((group) => ({ value: group.id, label: groupLabel(group) })),
            ...(isMissing(groupId, groups)
              ? [{ value: groupId!, label: t('common.unknownGroup') }]
              : []),
          ]}
          onChange={(event) => setVisits({ groupId: event.currentTarget.value || null })}
        />
      )}
      {tab === 'visits' && (
        <NativeSelect
          size="xs"
          w={170}
          aria-label={t('visits.place')}
          value={isMissing(placeId, places) ? '' : (placeId ?? '')}
          data={[
            { value: '', label: t('visits.allPlaces') },
            ...sorted.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => setVisits({ placeId: event.currentTarget.value || null })}
        />
      )}
      <DevicePicker
        label={t('common.devices')}
        chosen={devices}
        most={mostDevices}
        onChange={(next) => setVisits({ devices: next })}
        placeholder={t(devices.length === 0 ? 'visits.allDevices' : 'visits.addDevice')}
      />
    </div>
  );
}
