import { Button, Checkbox, NativeSelect, Skeleton, Stack, UnstyledButton } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Coordinates } from '#shared/domain/coordinates';
import type { NearDevice } from '#engines/fleet';
import { isFiltered, useFleet, useFleetStore } from '#features/fleet';
import { createAccountStore } from '#lib/account-scope';
import { clock, useNow } from '#lib/clock';
import { compassWord, coordinates } from '#lib/format';
import { useWorkerAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { AgeText } from '#ui/age-text';
import { EmptyList } from '#ui/empty-list';
import { SidePanel } from '#ui/page';
import { StateBadge } from '#ui/state-badge';
import { nearbyTexts as texts } from './nearby-texts';
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
  useLeaveForDetails();
  if (!of) return null;
  return (
    <SidePanel
      label={texts.title}
      title={texts.title}
      subtitle={nameOf(of)}
      closeLabel={texts.closeList}
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

function nameOf(of: NearestOf): string {
  return of.kind === 'device'
    ? texts.ofDevice(of.label)
    : texts.ofPoint(coordinates(of.at.latitude, of.at.longitude, 'dd'));
}

function Choices() {
  const { maxAgeMs, onlyMatching } = useStore(nearbyStore);
  const hasFilter = useFleet(({ query }) => isFiltered(query));
  return (
    <Stack gap="xs" px="sm" pb="sm">
      <NativeSelect
        size="xs"
        aria-label={texts.ages}
        value={maxAgeMs === null ? '' : String(maxAgeMs)}
        data={[
          { value: '', label: texts.allAges },
          { value: String(hour), label: texts.lastHour },
          { value: String(24 * hour), label: texts.lastDay },
        ]}
        onChange={(event) =>
          nearbyStore.setState({ maxAgeMs: Number(event.currentTarget.value) || null })
        }
      />
      {(hasFilter || onlyMatching) && (
        <Checkbox
          size="xs"
          label={texts.onlyMatching}
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
  const { counted } = useFormat();
  if (answer === null) return <Skeleton m="sm" w="auto" height={14} />;
  if (answer === 'failed') return <EmptyList>{texts.failed}</EmptyList>;
  if (answer.at === null) {
    return <EmptyList>{of.kind === 'device' ? texts.noPosition(of.label) : texts.none}</EmptyList>;
  }
  const { devices, withoutPosition, tooOld } = answer;
  return (
    <>
      {devices.length === 0 ? <Empty /> : <List devices={devices} />}
      <div className={classes.foot}>
        <p>{texts.method}</p>
        {withoutPosition > 0 && <p>{texts.withoutPosition(counted(withoutPosition, 'device'))}</p>}
        {tooOld > 0 && <p>{texts.tooOld(counted(tooOld, 'device'))}</p>}
      </div>
    </>
  );
}

function Empty() {
  const { maxAgeMs, onlyMatching } = useStore(nearbyStore);
  if (maxAgeMs === null && !onlyMatching) return <EmptyList>{texts.none}</EmptyList>;
  const onClick = () => nearbyStore.setState({ maxAgeMs: null, onlyMatching: false });
  return <EmptyList action={{ label: texts.showAll, onClick }}>{texts.noneWithChoices}</EmptyList>;
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
  const format = useFormat();
  // A position of an earlier report, or of a report that is itself old.
  const isOld = row.state !== 'moving' && row.state !== 'stopped' && row.state !== 'unknownMotion';
  return (
    <>
      <span className={classes.name}>{row.label}</span>
      <span className={classes.way}>
        {metres < closeMetres
          ? texts.close(format.distance(closeMetres))
          : texts.way(format.distance(metres), compassWord(bearing))}
      </span>
      <span className={classes.state}>
        <StateBadge state={row.state} />
      </span>
      <span className={classes.age} data-old={isOld || undefined}>
        {row.positionAt === null ? texts.timeUnknown : <AgeText at={row.positionAt} />}
      </span>
    </>
  );
}

/** Back from the details of a device to the list that it was opened from. */
export function BackToNearest() {
  const hasList = useStore(nearbyStore, ({ of }) => of !== null);
  if (!hasList) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconArrowLeft size={14} aria-hidden />}
      onClick={() => nearbyStore.back()}
    >
      {texts.back}
    </Button>
  );
}
