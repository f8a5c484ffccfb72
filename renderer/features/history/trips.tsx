import { Button, Popover, Stack } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconRoute, IconSquareFilled } from '@tabler/icons-react';
import { useMemo } from 'react';
import { defaultTripRules, type TripRules } from '#shared/domain/history';
import { tracks as trackClient, type LoadedTrack, type StopMark } from '#engines/tracks';
import { NearestTown } from '#features/fleet';
import { NumberSetting, QuantitySetting, useSettings, type QuantityKind } from '#features/settings';
import { changeSettings } from '#lib/change-settings';
import { duration, type Format } from '#lib/format';
import { useAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { DataTable, type DataColumn } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { page } from '#ui/page';
import type { ShownTrack } from './history-store';
import { texts } from './history-texts';
import classes from './history.module.css';
import { haveSameDevices, totalsOf, tripRows, type TripRow } from './trip-rows';

interface TripsPanelProps {
  tracks: readonly ShownTrack[];
  trips: FoundTrips;
  /** All is on one day: times are shown without the date. */
  isOneDay: boolean;
  selectedId: string | null;
  onSelect: (row: TripRow) => void;
  /** Plays from the cursor, or pauses. */
  onPlay: () => void;
}

/** Trips and stops with their totals and thresholds. */
export function TripsPanel(props: TripsPanelProps) {
  const { tracks, trips, isOneDay, selectedId, onSelect, onPlay } = props;
  const { rows, isBusy } = trips;
  const format = useFormat();
  const { tripRules } = useSettings();
  const columns = useMemo(() => tripColumns(format, tracks, isOneDay), [format, tracks, isOneDay]);
  return (
    <section className={classes.trips} aria-label={texts.tripsAndStops}>
      <div className={classes.tripsHead}>
        <h2 className={classes.tripsTitle}>
          {texts.tripsAndStops}
          <TripRulesButton rules={tripRules} />
        </h2>
        <span className={page.quiet}>{texts.tripRules(tripRules, format)}</span>
        <ul className={classes.totals} aria-label={texts.totals}>
          {tracks.map(({ deviceId, label, colour }, i) => (
            <li key={deviceId}>
              <span className={classes.dot} style={{ background: colour }} aria-hidden />
              <span className={page.cut}>{label}</span>
              <span className={page.quiet}>{texts.totalsOf(totalsOf(rows, i), format)}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className={page.restBelow}>
        <DataTable
          label={texts.tripsAndStops}
          columns={columns}
          count={rows.length}
          rowAt={(index) => rows[index]}
          rowLabel={({ kind, track, from }) =>
            (kind === 'trip' ? texts.tripOf : texts.stopOf)(
              tracks[track]?.label ?? '',
              format.moment(from),
            )
          }
          rowHeight={30}
          selectedIndex={rows.findIndex(({ id }) => id === selectedId)}
          selectedKey={selectedId}
          onSelect={(index) => rows[index] && onSelect(rows[index])}
          onEnter={(index) => {
            const row = rows[index];
            if (row && row.id !== selectedId) onSelect(row);
            onPlay();
          }}
          empty={<EmptyList>{isBusy ? texts.lookingForTrips : texts.noTripsOrStopsIn}</EmptyList>}
        />
      </div>
    </section>
  );
}

/** Type, time, duration, distance and top speed; the device if there are several. */
function tripColumns(
  format: Format,
  tracks: readonly ShownTrack[],
  isOneDay: boolean,
): DataColumn<TripRow>[] {
  const areSeveral = tracks.length > 1;
  return [
    {
      id: 'what',
      header: texts.what,
      width: areSeveral ? 130 : 74,
      grows: areSeveral,
      cell: ({ kind, track }) => {
        const what = kind === 'trip' ? texts.trip : texts.stop;
        const device = areSeveral ? tracks[track] : undefined;
        return (
          <span className={page.inline} title={device && `${what}, ${device.label}`}>
            {device && (
              <span className={classes.dot} style={{ background: device.colour }} aria-hidden />
            )}
            {kind === 'trip' ? (
              <IconRoute size={14} aria-hidden />
            ) : (
              <IconSquareFilled size={10} aria-hidden />
            )}
            {/* With several devices the name distinguishes the rows, and the icon the type. */}
            <span className={page.cut}>{device?.label ?? what}</span>
          </span>
        );
      },
    },
    {
      id: 'from',
      header: texts.from,
      width: isOneDay ? 78 : 178,
      cell: ({ from }) => (isOneDay ? format.clock(from) : format.moment(from)),
    },
    {
      id: 'duration',
      header: texts.for,
      width: 84,
      align: 'end',
      cell: ({ from, to }) => duration((to - from) / 1000),
    },
    {
      id: 'distance',
      header: texts.distance,
      width: 76,
      align: 'end',
      cell: ({ metres, hasGap }) =>
        metres !== null && (
          <span title={hasGap ? texts.nothingWasReportedForA : undefined}>
            {hasGap && '≈ '}
            {format.trackLength(metres)}
          </span>
        ),
    },
    {
      id: 'speed',
      header: texts.topSpeed,
      width: 84,
      align: 'end',
      cell: ({ maxSpeed }) => maxSpeed !== null && format.speed(maxSpeed),
    },
    {
      id: 'start',
      header: texts.starts,
      width: 190,
      cell: ({ part }) => <NearestTown {...(part.kind === 'trip' ? part.start : part)} />,
    },
    {
      id: 'end',
      header: texts.ends,
      width: 190,
      cell: ({ part }) => part.kind === 'trip' && <NearestTown {...part.end} />,
    },
    {
      id: 'to',
      header: texts.to,
      width: isOneDay ? 78 : 178,
      cell: ({ from, to }) =>
        format.day(from) === format.day(to) ? format.clock(to) : format.moment(to),
    },
  ];
}

interface RuleField {
  name: keyof TripRules;
  label: (unit: string) => string;
  /** A length or a speed, in the units of the settings. */
  kind?: QuantityKind;
  description: string;
  min: number;
  max: number;
  decimals?: number;
}

const ruleFields: readonly RuleField[] = [
  {
    name: 'stopMinutes',
    label: () => texts.aStopLastsMinutes,
    description: texts.shorterHaltsAtLightsOr,
    min: 0.5,
    max: 240,
    decimals: 1,
  },
  {
    name: 'stopRadiusMetres',
    kind: 'metres',
    label: texts.atOnePlaceWithin,
    description: texts.receiversDriftWhileAVehicle,
    min: 10,
    max: 2000,
  },
  {
    name: 'minTripMetres',
    kind: 'metres',
    label: texts.aTripIsAtLeast,
    description: texts.shorterOnesAreNotListed,
    min: 0,
    max: 20_000,
  },
  {
    name: 'minTripMinutes',
    label: () => texts.aTripLastsAtLeast,
    description: texts.shorterOnesAreNotListed,
    min: 0,
    max: 120,
    decimals: 1,
  },
  {
    name: 'gapMinutes',
    label: () => texts.aGapIsLongerThan,
    description: texts.theTrackIsDrawnDashed,
    min: 1,
    max: 1440,
    decimals: 1,
  },
  {
    name: 'jumpKmh',
    kind: 'speedKmh',
    label: texts.aJumpIsFasterThan,
    description: texts.noTrackIsDrawnAnd,
    min: 50,
    max: 2000,
  },
];

/** The thresholds by which trips and stops are found. */
function TripRulesButton({ rules }: { rules: TripRules }) {
  const save = (tripRules: TripRules) => void changeSettings({ tripRules });
  return (
    <Popover position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={13} aria-hidden />}
        >
          {texts.thresholds}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={8} w={280}>
          {ruleFields.map(({ name, kind, label, ...field }) => {
            const rest = {
              ...field,
              value: rules[name],
              onSave: (value: number) => save({ ...rules, [name]: value }),
            };
            return kind ? (
              <QuantitySetting key={name} {...rest} kind={kind} label={label} />
            ) : (
              <NumberSetting key={name} {...rest} label={label('')} />
            );
          })}
          <Button size="compact-xs" variant="default" onClick={() => save(defaultTripRules)}>
            {texts.resetToDefaults}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface FoundTrips {
  /** The tracks they were found in; these may have been read again since. */
  tracks: readonly LoadedTrack[];
  rows: readonly TripRow[];
  stops: readonly StopMark[];
  isBusy: boolean;
}

const noTrips = { tracks: [], journeys: [] };

/** Trips and stops of the tracks on screen, found again when a threshold changes. */
export function useTrips(tracks: readonly LoadedTrack[]): FoundTrips {
  const { tripRules } = useSettings();
  const answer = useAnswer(
    async () => {
      const journeys = await trackClient.trips(tracks, tripRules);
      return { ok: true, value: { tracks, journeys } };
    },
    [tracks, tripRules],
    { keepsValue: true },
  );
  const found = answer.value ?? noTrips;
  // Trips of the same devices stay while more of their tracks is searched; those of others do not.
  const isSameDevices = haveSameDevices(found.tracks, tracks);
  return useMemo(() => {
    const rows = isSameDevices ? tripRows(found.journeys) : [];
    const stops = rows.flatMap(({ id, track, from, to, part }): StopMark[] =>
      part.kind === 'stop'
        ? [{ id, track, from, to, latitude: part.latitude, longitude: part.longitude }]
        : [],
    );
    return { tracks: found.tracks, rows, stops, isBusy: answer.isPending };
  }, [found, isSameDevices, answer.isPending]);
}
