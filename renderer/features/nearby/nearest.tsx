import { Checkbox, NativeSelect, Skeleton, Stack, UnstyledButton } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Coordinates } from '#shared/domain/coordinates';
import type { NearDevice } from '#engines/fleet';
import { isFiltered, useFleet, useFleetStore } from '#features/fleet';
import { createAccountStore } from '#lib/account-scope';
import { clock, useNow } from '#lib/clock';
import type { Format } from '#lib/format';
import { useWorkerAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { AgeText } from '#ui/age-text';
import { EmptyList } from '#ui/empty-list';
import { SidePanel } from '#ui/page';
import { StateBadge } from '#ui/state-badge';
import classes from './nearby.module.css';

/** What the nearest devices are listed of. */
type NearestOf = { kind: 'point'; at: Coordinates } | { kind: 'device'; id: string; label: string };

interface NearbyState {
  /** null: nothing was asked for. */
  of: NearestOf | null;
  /** The list is shown; otherwise the details of one of its devices. */
  isOpen: boolean;
  /** Only positions of at most this age; null for all. */
  maxAgeMs: number | null;
  onlyMatching: boolean;
}

const closed: NearbyState = { of: null, isOpen: false, maxAgeMs: null, onlyMatching: false };

const store = createAccountStore<NearbyState>(closed);

/** The list of nearest devices. */
export const nearbyStore = {
  ...store,
  open(of: NearestOf) {
    store.setState({ of, isOpen: true });
    window.location.hash = '#/fleet';
  },
  /** The details of a device are shown instead. */
  leave: () => store.setState({ isOpen: false }),
  back: () => store.setState({ isOpen: true }),
  close: () => store.setState(closed),
};

const mostListed = 50;
/** Below this a distance is not given: positions are no more exact. */
const closeMetres = 100;
const hour = 3_600_000;
/** How often the open list is computed again. */
const refreshMs = 5_000;

export const useIsNearestOpen = () => useStore(nearbyStore, ({ isOpen }) => isOpen);

/** The devices nearest to a point or a device. */
export function NearestPanel() {
  const of = useStore(nearbyStore, (state) => state.of);
  const format = useFormat();
  const { t } = format;
  useLeaveForDetails();
  if (!of) return null;
  return (
    <SidePanel
      label={t('nearby.title')}
      title={t('nearby.title')}
      subtitle={nameOf(of, format)}
      closeLabel={t('nearby.close')}
      onClose={nearbyStore.close}
    >
      <Choices />
      <Answer key={JSON.stringify(of)} of={of} />
    </SidePanel>
  );
}

/** A device that is selected in the table or on the map shows its details instead. */
function useLeaveForDetails(): void {
  const picks = useFleet((state) => state.picks);
  const [picksBefore] = useState(picks);
  useEffect(() => {
    if (picks !== picksBefore) nearbyStore.leave();
  }, [picks, picksBefore]);
}

function nameOf(of: NearestOf, { t, coordinates }: Format): string {
  return of.kind === 'device'
    ? t('nearby.toDevice', { device: of.label })
    : t('nearby.toPoint', { position: coordinates(of.at.latitude, of.at.longitude) });
}

function Choices() {
  const { t } = useFormat();
  const { maxAgeMs, onlyMatching } = useStore(nearbyStore);
  const hasFilter = useFleet(({ query }) => isFiltered(query));
  return (
    <Stack gap="xs" px="sm" pb="sm">
      <NativeSelect
        size="xs"
        aria-label={t('nearby.ages')}
        value={maxAgeMs === null ? '' : String(maxAgeMs)}
        data={[
          { value: '', label: t('nearby.ages.all') },
          { value: String(hour), label: t('nearby.ages.hour') },
          { value: String(24 * hour), label: t('nearby.ages.day') },
        ]}
        onChange={(event) =>
          nearbyStore.setState({ maxAgeMs: Number(event.currentTarget.value) || null })
        }
      />
      {(hasFilter || onlyMatching) && (
        <Checkbox
          size="xs"
          label={t('nearby.onlyMatching')}
          checked={onlyMatching}
          onChange={(event) => nearbyStore.setState({ onlyMatching: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}

/** The list now and every few seconds. */
function Answer({ of }: { of: NearestOf }) {
  const { client } = useFleetStore();
  const { maxAgeMs, onlyMatching } = useStore(nearbyStore);
  const query = useFleet((state) => (onlyMatching ? state.query : null));
  const period = useNow(refreshMs);
  const ask = () =>
    client
      .nearest({
        to: of.kind === 'device' ? { deviceId: of.id } : { at: of.at },
        limit: mostListed,
        since: maxAgeMs === null ? null : clock.now() - maxAgeMs,
        onlyMatching,
      })
      .catch(() => 'failed' as const);
  const answer = useWorkerAnswer(ask, [client, maxAgeMs, onlyMatching, query, period], {
    keepsValue: true,
  });
  const { t } = useFormat();
  if (answer === null) return <Skeleton m="sm" w="auto" height={14} />;
  if (answer === 'failed') return <EmptyList>{t('nearby.failed')}</EmptyList>;
  if (answer.at === null) {
    return (
      <EmptyList>
        {of.kind === 'device' ? t('nearby.noPosition', { device: of.label }) : t('nearby.none')}
      </EmptyList>
    );
  }
  const { devices, withoutPosition, tooOld } = answer;
  return (
    <>
      {devices.length === 0 ? <Empty /> : <List devices={devices} />}
      <div className={classes.foot}>
        <p>{t('nearby.method')}</p>
        {withoutPosition > 0 && <p>{t('nearby.withoutPosition', { count: withoutPosition })}</p>}
        {tooOld > 0 && <p>{t('nearby.tooOld', { count: tooOld })}</p>}
      </div>
    </>
  );
}

function Empty() {
  const { t } = useFormat();
  const { maxAgeMs, onlyMatching } = useStore(nearbyStore);
  if (maxAgeMs === null && !onlyMatching) return <EmptyList>{t('nearby.none')}</EmptyList>;
  const onClick = () => nearbyStore.setState({ maxAgeMs: null, onlyMatching: false });
  return (
    <EmptyList action={{ label: t('nearby.showAll'), onClick }}>
      {t('nearby.noneWithChoices')}
    </EmptyList>
  );
}

function List({ devices }: { devices: readonly NearDevice[] }) {
  const store = useFleetStore();
  return (
    <ol className={classes.list}>
      {devices.map((near) => (
        <li key={near.row.id}>
          <UnstyledButton className={classes.device} onClick={() => store.show(near.row.id)}>
            <Device near={near} />
          </UnstyledButton>
        </li>
      ))}
    </ol>
  );
}

function Device({ near: { row, metres, bearing } }: { near: NearDevice }) {
  const { t, distance, compassWord } = useFormat();
  // A position of an earlier report, or of a report that is itself old.
  const isOld = row.state !== 'moving' && row.state !== 'stopped' && row.state !== 'unknownMotion';
  return (
    <>
      <bdi className={classes.name}>{row.label}</bdi>
      <span className={classes.way}>
        {metres < closeMetres
          ? t('nearby.lessThan', { distance: distance(closeMetres) })
          : t('nearby.way', { distance: distance(metres), direction: compassWord(bearing) })}
      </span>
      <span className={classes.state}>
        <StateBadge state={row.state} />
      </span>
      <span className={classes.age} data-old={isOld || undefined}>
        {row.positionAt === null ? t('nearby.timeNotKnown') : <AgeText at={row.positionAt} />}
      </span>
    </>
  );
}

/** Back from the details of a device to the list that it was opened from. */
export function BackToNearest() {
  const { t } = useFormat();
  const hasList = useStore(nearbyStore, ({ of }) => of !== null);
  if (!hasList) return null;
  return (
    <ActionButton size="compact-sm" icon={IconArrowLeft} onClick={() => nearbyStore.back()}>
      {t('nearby.title')}
    </ActionButton>
  );
}
