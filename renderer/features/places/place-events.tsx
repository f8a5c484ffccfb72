import { useMemo, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { eventText, isForbiddenEntry, type PlaceEvent } from '#shared/domain/place-rules';
import { message } from '#shared/i18n/translate';
import { useDeviceNames } from '#features/edits';
import { useFleetStore } from '#features/fleet';
import { api } from '#lib/api';
import { useNow } from '#lib/clock';
import { createAccountMirror } from '#lib/mirror';
import { showFault, showToast } from '#lib/toasts';
import { useAnswer } from '#lib/use-answer';
import { currentFormat, useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import type { DataColumn } from '#ui/data-table';
import { ListBoard } from '#ui/list-board';
import { page } from '#ui/page';
import { useList } from '#ui/use-list';

/** How many events are open, and when they or the rules changed. */
export const overviewMirror = createAccountMirror(
  () => api.placeRules.overview(),
  (listener) => api.placeRules.onChanged(listener),
);

/** How many events are not acknowledged. */
export const useOpenEvents = (): number =>
  useStore(overviewMirror, ({ value }) => value?.open ?? 0);

async function acknowledge(ids: readonly string[]): Promise<void> {
  const { t } = currentFormat();
  const outcome = await api.placeRules.acknowledge({ ids: [...ids], isDone: true });
  if (!outcome.ok) return showFault(t('alerts.acknowledge.notChanged'), outcome.fault);
  showToast({
    tone: 'info',
    title: t(message('place-rules.events.acknowledged', { count: ids.length })),
    actions: [
      {
        label: t('common.undo'),
        run: () => void api.placeRules.acknowledge({ ids: [...ids], isDone: false }),
      },
    ],
  });
}

/** What rules of places have found, newest first. `view` chooses between these and the places. */
export function PlaceEvents({ view, actions }: { view: ReactNode; actions: ReactNode }) {
  const format = useFormat();
  const { t, timeZone } = format;
  const overview = useStore(overviewMirror, ({ value }) => value);
  const { value: events, fault } = useAnswer(() => api.placeRules.events(), [overview?.revision], {
    keepsValue: true,
  });
  const fleet = useFleetStore();
  const now = useNow(60_000);
  const deviceIds = useMemo(() => [...new Set(events?.map(({ deviceId }) => deviceId))], [events]);
  const labelOf = useDeviceNames(deviceIds);
  const textOf = useMemo(
    () => (event: PlaceEvent) => t(eventText(event, { now, timeZone })),
    [t, now, timeZone],
  );
  const rowLabel = (event: PlaceEvent) =>
    t('alerts.notice.device', { device: labelOf(event.deviceId), what: textOf(event) });
  const columns = useMemo(
    (): DataColumn<PlaceEvent>[] => [
      {
        id: 'at',
        header: t('columns.time'),
        width: 200,
        cell: ({ by }) => format.moment(by),
      },
      {
        id: 'name',
        header: t('common.device'),
        width: 180,
        cell: ({ deviceId }) => <bdi className={page.cut}>{labelOf(deviceId)}</bdi>,
      },
      {
        id: 'what',
        header: t('place-rules.events.what'),
        width: 320,
        grows: true,
        cell: (event) =>
          isForbiddenEntry(event) ? <strong>{textOf(event)}</strong> : textOf(event),
      },
      {
        id: 'done',
        header: t('place-rules.events.done'),
        width: 200,
        isSpare: true,
        cell: ({ acknowledgedAt }) =>
          acknowledgedAt === null ? '' : format.moment(acknowledgedAt),
      },
    ],
    [t, format, labelOf, textOf],
  );
  const filters = useMemo(
    () =>
      (['open', 'done'] as const).map((id) => ({
        id,
        word: t(`place-rules.events.${id}`),
        passes: ({ acknowledgedAt }: PlaceEvent) => (acknowledgedAt === null) === (id === 'open'),
      })),
    [t],
  );
  const list = useList({
    rows: events,
    fault,
    labelOf: (event) => labelOf(event.deviceId),
    textOf: rowLabel,
    filters,
  });
  return (
    <ListBoard
      title={t('places.title')}
      tableLabel={t('place-rules.events')}
      list={list}
      columns={columns}
      rowLabel={rowLabel}
      noun="row"
      search={{ label: t('place-rules.events.search') }}
      matches={
        events && t('place-rules.events.count', { open: overview?.open ?? 0, all: events.length })
      }
      note={t('place-rules.events.own')}
      actions={actions}
      filters={view}
      filterLabel={t('places.filter')}
      bulkActions={
        <ActionButton
          size="compact-xs"
          onClick={() => void acknowledge([...list.selection.ids]).then(list.selection.clear)}
        >
          {t('place-rules.events.acknowledge')}
        </ActionButton>
      }
      onOpen={({ deviceId }) => {
        fleet.show(deviceId);
        window.location.hash = '#/fleet';
      }}
      empty={{
        loading: t('place-rules.events.loading'),
        noMatch: t('place-rules.events.noMatch'),
        none: t('place-rules.events.none'),
      }}
    />
  );
}
