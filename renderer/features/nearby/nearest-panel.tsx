import { Checkbox, NativeSelect, Skeleton, UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { isFiltered, useFleet, useFleetStore } from '#features/fleet';
import type { NearDevice, NearestDevices } from '#engines/fleet';
import { clock, useNow } from '#lib/clock';
import { compassWord, coordinates } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { AgeText } from '#ui/age-text';
import { EmptyList } from '#ui/empty-list';
import { SidePanel } from '#ui/page';
import { StateBadge } from '#ui/state-badge';
import { nearbyMessages as messages } from './messages';
import classes from './nearby.module.css';
import { nearbyStore, type NearestOf } from './store';

const mostListed = 50;
/** Below this a distance is not given: positions are no more exact. */
const closeMetres = 100;
const hour = 3_600_000;
/** How often the open list is computed again. */
const refreshMs = 5_000;

export const useIsNearestOpen = () => useStore(nearbyStore, ({ isOpen }) => isOpen);

const closePanel = () => nearbyStore.close();

/** The devices nearest to a point or a device. */
export function NearestPanel() {
  const of = useStore(nearbyStore, (state) => state.of);
  useLeaveForDetails();
  if (!of) return null;
  return (
    <SidePanel
      label={messages.title}
      title={messages.title}
      subtitle={nameOf(of)}
      closeLabel={messages.closeList}
      onClose={closePanel}
    >
      <Choices />
      <Answer of={of} />
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
    ? messages.ofDevice({ device: of.label })
    : messages.ofPoint({ position: coordinates(of.at.latitude, of.at.longitude, 'dd') });
}

function Choices() {
  const { maxAgeMs, onlyMatching } = useStore(nearbyStore);
  const hasFilter = useFleet(({ query }) => isFiltered(query));
  return (
    <div className={classes.choices}>
      <NativeSelect
        size="xs"
        aria-label={messages.ages}
        value={maxAgeMs === null ? '' : String(maxAgeMs)}
        data={[
          { value: '', label: messages.allAges },
          { value: String(hour), label: messages.lastHour },
          { value: String(24 * hour), label: messages.lastDay },
        ]}
        onChange={(event) =>
          nearbyStore.setState({ maxAgeMs: Number(event.currentTarget.value) || null })
        }
      />
      {(hasFilter || onlyMatching) && (
        <Checkbox
          size="xs"
          label={messages.onlyMatching}
          checked={onlyMatching}
          onChange={(event) => nearbyStore.setState({ onlyMatching: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}

/** The list now and every few seconds; null until the first answer. */
function useNearest(of: NearestOf): NearestDevices | 'failed' | null {
  const { client } = useFleetStore();
  const { maxAgeMs, onlyMatching } = useStore(nearbyStore);
  const query = useFleet((state) => (onlyMatching ? state.query : null));
  const turn = useNow(refreshMs);
  const [answer, setAnswer] = useState<{ of: NearestOf; is: NearestDevices | 'failed' } | null>(
    null,
  );
  useEffect(() => {
    let isCurrent = true;
    const take = (is: NearestDevices | 'failed') => {
      if (isCurrent) setAnswer({ of, is });
    };
    client
      .nearest({
        to: of.kind === 'device' ? { deviceId: of.id } : { at: of.at },
        limit: mostListed,
        since: maxAgeMs === null ? null : clock.now() - maxAgeMs,
        onlyMatching,
      })
      .then(take, () => take('failed'));
    return () => {
      isCurrent = false;
    };
  }, [client, of, maxAgeMs, onlyMatching, query, turn]);
  return answer?.of === of ? answer.is : null;
}

function Answer({ of }: { of: NearestOf }) {
  const answer = useNearest(of);
  const { counted } = useFormat();
  if (answer === null) return <Skeleton className={classes.waiting} height={14} />;
  if (answer === 'failed') return <EmptyList>{messages.failed}</EmptyList>;
  if (answer.at === null) {
    return (
      <EmptyList>
        {of.kind === 'device' ? messages.noPosition({ device: of.label }) : messages.none}
      </EmptyList>
    );
  }
  const { devices, withoutPosition, tooOld } = answer;
  return (
    <>
      {devices.length === 0 ? <Empty /> : <List devices={devices} />}
      <div className={classes.foot}>
        <p>{messages.method}</p>
        {withoutPosition > 0 && (
          <p>{messages.withoutPosition({ devices: counted(withoutPosition, 'device') })}</p>
        )}
        {tooOld > 0 && <p>{messages.tooOld({ devices: counted(tooOld, 'device') })}</p>}
      </div>
    </>
  );
}

function Empty() {
  const { maxAgeMs, onlyMatching } = useStore(nearbyStore);
  if (maxAgeMs === null && !onlyMatching) return <EmptyList>{messages.none}</EmptyList>;
  const onClick = () => nearbyStore.setState({ maxAgeMs: null, onlyMatching: false });
  return (
    <EmptyList action={{ label: messages.showAll, onClick }}>{messages.noneWithChoices}</EmptyList>
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
  const format = useFormat();
  // A position of an earlier report, or of a report that is itself old.
  const isOld = row.state !== 'moving' && row.state !== 'stopped' && row.state !== 'unknownMotion';
  return (
    <>
      <span className={classes.name}>{row.label}</span>
      <span className={classes.way}>
        {metres < closeMetres
          ? messages.close({ distance: format.distance(closeMetres) })
          : messages.way({
              distance: format.distance(metres),
              direction: compassWord(bearing),
            })}
      </span>
      <span className={classes.state}>
        <StateBadge state={row.state} />
      </span>
      <span className={classes.age} data-old={isOld || undefined}>
        {row.positionAt === null ? messages.timeUnknown : <AgeText at={row.positionAt} />}
      </span>
    </>
  );
}
