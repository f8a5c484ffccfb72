import { Button, Menu, SegmentedControl } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { groupLabel } from '#shared/domain/group';
import {
  centreOf,
  placeKinds,
  squareMetresOf,
  type Place,
  placeColour,
} from '#shared/domain/places';
import { message } from '#shared/i18n/translate';
import { useGroups } from '#features/edits';
import { useFleet, useFleetStore } from '#features/fleet';
import { areaText, useMapStore } from '#features/map';
import { useNow } from '#lib/clock';
import type { Format } from '#lib/format';
import { useWorkerAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import type { DataColumn } from '#ui/data-table';
import { Fact, FactList } from '#ui/fact-list';
import { ListBoard, ListDetail } from '#ui/list-board';
import { page } from '#ui/page';
import { useList } from '#ui/use-list';
import { hoursLines } from './opening-hours';
import { editPlace, newPlaceAt } from './place-dialog';
import { PlaceEvents, useOpenEvents } from './place-events';
import { PlaceRulesButton } from './place-rules';
import { ExportPlaces, ImportPlaces } from './places-files';
import { changePlaces, deletePlaces, placeColours, placesStore, placesView } from './places';
import classes from './places.module.css';

const nameOf = ({ name }: Place) => name;
const textOf = ({ name, note }: Place) => `${name} ${note}`;
const showFleet = () => {
  window.location.hash = '#/fleet';
};

/** The user's places, and what happened there by their rules. */
export function PlacesPage({ onVisits }: { onVisits: (placeId: string) => void }) {
  const { t, count } = useFormat();
  const { shown } = useStore(placesView);
  const open = useOpenEvents();
  const view = (
    <SegmentedControl
      size="xs"
      aria-label={t('places.title')}
      data={[
        { value: 'places', label: t('places.title') },
        {
          value: 'events',
          label:
            open > 0
              ? t('place-rules.events.withCount', { count: count(open) })
              : t('place-rules.events'),
        },
      ]}
      value={shown}
      onChange={(next) => placesView.setState({ shown: next === 'events' ? 'events' : 'places' })}
    />
  );
  return shown === 'events' ? (
    <PlaceEvents view={view} actions={<PlaceRulesButton />} />
  ) : (
    <PlaceList view={view} onVisits={onVisits} />
  );
}

/** The list, the details of one, and what is in it now. */
function PlaceList({ view, onVisits }: { view: ReactNode; onVisits: (placeId: string) => void }) {
  const format = useFormat();
  const { t } = format;
  const { places, fault } = useStore(placesStore);
  const mapStore = useMapStore();
  const counts = usePlaceCounts();
  const groupsText = useGroupsText();
  const columns = useMemo(
    () => columnsOf(format, counts, groupsText),
    [format, counts, groupsText],
  );
  const sortValues = useMemo(
    () => ({
      name: nameOf,
      kind: ({ kind }: Place) => t(`places.kind.${kind}`),
      devices: ({ id }: Place) => counts?.get(id) ?? 0,
      area: squareMetresOf,
      groups: ({ groups }: Place) => groupsText(groups),
      note: ({ note }: Place) => note || null,
      updatedAt: ({ updatedAt }: Place) => updatedAt,
    }),
    [t, counts, groupsText],
  );
  const filters = useMemo(
    () =>
      placeKinds.map((kind) => ({
        id: kind,
        word: t(`places.kind.${kind}`),
        passes: (place: Place) => place.kind === kind,
      })),
    [t],
  );
  const list = useList({
    rows: places,
    fault,
    labelOf: nameOf,
    textOf,
    filters,
    sortValues,
  });
  const addHere = () => {
    const middle = mapStore.getState().engine?.middle();
    newPlaceAt(middle ?? { latitude: 0, longitude: 0 });
  };
  const chosen = () => (places ?? []).filter(({ id }) => list.selection.ids.has(id));
  return (
    <ListBoard
      title={t('places.title')}
      list={list}
      columns={columns}
      rowLabel={nameOf}
      noun="row"
      search={{ label: t('places.search') }}
      matches={list.filterText && t('ui.list.matches', { shown: list.matched, all: list.total })}
      actions={
        <>
          <PlaceRulesButton />
          <ImportPlaces />
          {places && places.length > 0 && <ExportPlaces ids={null} />}
          <ActionButton
            title={t('places.fromMeasured.title')}
            onClick={() => {
              showFleet();
              mapStore.setState({ ruler: { start: null }, panel: null });
            }}
          >
            {t('places.draw')}
          </ActionButton>
          <Button size="xs" onClick={addHere}>
            {t('places.new')}
          </Button>
        </>
      }
      filters={view}
      filterLabel={t('places.filter')}
      bulkActions={
        <>
          <BulkActions chosen={chosen} onDone={list.selection.clear} />
          <ExportPlaces ids={[...list.selection.ids]} />
        </>
      }
      onEnter={editPlace}
      empty={{
        loading: t('places.loading'),
        noMatch: t('places.noMatch'),
        none: t('places.none'),
        nextStep: { label: t('places.new'), onClick: addHere },
      }}
      detail={
        list.current && (
          <PlaceDetail
            place={list.current}
            devices={counts?.get(list.current.id) ?? 0}
            onVisits={onVisits}
            onClose={() => list.setCurrent(null)}
          />
        )
      }
    />
  );
}

/** How many devices are in each place now; null: not known yet. */
function usePlaceCounts(): ReadonlyMap<string, number> | null {
  const { client } = useFleetStore();
  // Each view would be several times a second.
  const now = useNow(5_000);
  const isThere = useFleet((state) => state.view !== null);
  const places = useStore(placesStore, (state) => state.places);
  const answer = useWorkerAnswer(() => client.placeCounts(), [client, now, isThere, places]);
  return useMemo(
    () => answer && new Map(answer.places.map(({ id, count }) => [id, count])),
    [answer],
  );
}

function useGroupsText(): (ids: readonly string[]) => string {
  const { t, items } = useFormat();
  const groups = useGroups();
  return useMemo(() => {
    const labels = new Map(groups.map((group) => [group.id, groupLabel(group)]));
    return (ids) =>
      ids.length === 0
        ? t('places.groups.all')
        : items(ids.map((id) => labels.get(id) ?? t('common.unknownGroup')));
  }, [groups, t, items]);
}

export const sizeText = (place: Place, format: Format): string =>
  place.shape.kind === 'circle'
    ? format.t('places.circle', { radius: format.length(place.shape.radiusM) })
    : areaText(squareMetresOf(place), format);

function columnsOf(
  format: Format,
  counts: ReadonlyMap<string, number> | null,
  groupsText: (ids: readonly string[]) => string,
): DataColumn<Place>[] {
  const { t } = format;
  return [
    {
      id: 'name',
      header: t('common.name'),
      width: 200,
      grows: true,
      sticks: true,
      cell: (place) => (
        <span className={page.inline}>
          <Dot place={place} />
          <bdi className={page.cut} title={place.name}>
            {place.name}
          </bdi>
        </span>
      ),
    },
    {
      id: 'kind',
      header: t('places.kind'),
      width: 120,
      cell: ({ kind }) => t(`places.kind.${kind}`),
    },
    {
      id: 'devices',
      header: t('places.devicesNow'),
      width: 120,
      align: 'end',
      cell: ({ id }) => (counts ? format.count(counts.get(id) ?? 0) : ''),
    },
    {
      id: 'area',
      header: t('places.size'),
      width: 180,
      cell: (place) => sizeText(place, format),
    },
    {
      id: 'groups',
      header: t('common.groups'),
      width: 160,
      isSpare: true,
      cell: ({ groups }) => groupsText(groups),
    },
    { id: 'note', header: t('places.note'), width: 200, grows: true, cell: ({ note }) => note },
    {
      id: 'updatedAt',
      header: t('places.changedAt'),
      width: 120,
      isSpare: true,
      cell: ({ updatedAt }) => (
        <span title={format.moment(updatedAt)}>{format.day(updatedAt)}</span>
      ),
    },
  ];
}

function Dot({ place }: { place: Place }) {
  return <span className={classes.dot} style={{ background: placeColour(place) }} aria-hidden />;
}

interface PlaceDetailProps {
  place: Place;
  /** How many are in it now. */
  devices: number;
  onVisits: (placeId: string) => void;
  onClose: () => void;
}

function PlaceDetail({ place, devices, onVisits, onClose }: PlaceDetailProps) {
  const format = useFormat();
  const { t } = format;
  const store = useFleetStore();
  const mapStore = useMapStore();
  const groupsText = useGroupsText();
  const [longitude, latitude] = centreOf(place);
  return (
    <ListDetail
      label={t('places.detail')}
      title={place.name}
      onClose={onClose}
      actions={
        <>
          <ActionButton size="compact-xs" onClick={() => editPlace(place)}>
            {t('places.change')}
          </ActionButton>
          <ActionButton
            size="compact-xs"
            onClick={() => {
              showFleet();
              mapStore.getState().engine?.camera.goTo({ latitude, longitude });
            }}
          >
            {t('places.showOnMap')}
          </ActionButton>
          <ActionButton
            size="compact-xs"
            disabled={devices === 0}
            onClick={() => {
              store.clearFilters();
              store.ask({ place: place.id });
              showFleet();
            }}
          >
            {t('places.showDevices', { count: devices })}
          </ActionButton>
          <ActionButton size="compact-xs" onClick={() => onVisits(place.id)}>
            {t('places.visits')}
          </ActionButton>
          <ActionButton size="compact-xs" color="red" onClick={() => void deletePlaces([place.id])}>
            {t('places.delete')}
          </ActionButton>
        </>
      }
    >
      <FactList title={t('places.facts')} note={t('places.where')}>
        <Fact name={t('places.kind')}>{t(`places.kind.${place.kind}`)}</Fact>
        <Fact name={t('places.size')}>{sizeText(place, format)}</Fact>
        <Fact name={t('places.centre')}>
          <bdi dir="ltr">{format.coordinates(latitude, longitude)}</bdi>
        </Fact>
        <Fact name={t('common.groups')}>{groupsText(place.groups)}</Fact>
        {place.hours && (
          <Fact name={t('places.hours')}>
            {hoursLines(place.hours, format).map((line) => (
              <div key={line}>{line}</div>
            ))}
          </Fact>
        )}
        {place.note && <Fact name={t('places.note')}>{place.note}</Fact>}
        <Fact name={t('places.changedAt')}>{format.moment(place.updatedAt)}</Fact>
      </FactList>
    </ListDetail>
  );
}

interface BulkActionsProps {
  chosen: () => readonly Place[];
  onDone: () => void;
}

/** What is done to the selected places at once. */
function BulkActions({ chosen, onDone }: BulkActionsProps) {
  const { t } = useFormat();
  const set = async (part: Partial<Place>) => {
    const put = chosen().map((place) => ({ ...place, ...part }));
    await changePlaces({ put, removed: [] }, message('places.changed', { count: put.length }));
  };
  return (
    <>
      <BulkMenu label={t('places.kind')}>
        {placeKinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => void set({ kind })}>
            {t(`places.kind.${kind}`)}
          </Menu.Item>
        ))}
      </BulkMenu>
      <BulkMenu label={t('places.colour')}>
        <Menu.Item onClick={() => void set({ colour: null })}>
          {t('places.colour.ofKind')}
        </Menu.Item>
        {placeColours.map((colour) => (
          <Menu.Item
            key={colour}
            leftSection={<span className={classes.dot} style={{ background: colour }} />}
            onClick={() => void set({ colour })}
          >
            {colour}
          </Menu.Item>
        ))}
      </BulkMenu>
      <ActionButton
        size="compact-xs"
        onClick={() => void deletePlaces(chosen().map(({ id }) => id)).then(onDone)}
      >
        {t('places.delete')}
      </ActionButton>
    </>
  );
}

const BulkMenu = ({ label, children }: { label: string; children: ReactNode }) => (
  <Menu position="bottom-start">
    <Menu.Target>
      <ActionButton size="compact-xs" rightSection={<IconChevronDown size={14} aria-hidden />}>
        {label}
      </ActionButton>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
);
