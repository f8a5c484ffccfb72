import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { CachedHistory } from '#shared/domain/history';
import { useAccountZone } from '#features/settings';
import { useDeviceNames } from '#features/edits';
import { api } from '#lib/api';
import { inZone } from '#lib/format';
import { useAction } from '#lib/use-action';
import { useAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { DataTable, type DataColumn } from '#ui/data-table';
import { Dialog, DialogActions } from '#ui/dialog';
import { EmptyList } from '#ui/empty-list';
import { FaultNotice } from '#ui/fault-notice';
import { page } from '#ui/page';
import { daysText } from './fetch-status';
import classes from './history.module.css';

/** The history cached on this computer, its size, and buttons to clear it. */
export function CachedDialog(props: { onClose: () => void; onCleared: () => void }) {
  const { onClose, onCleared } = props;
  const [isConfirming, setConfirming] = useState(false);
  const [selected, setSelected] = useState(-1);
  const { value: rows, fault, reload } = useAnswer(() => api.history.cached(), []);
  const clear = useAction(api.history.clearCached);
  const format = useFormat();
  const { t } = format;
  const { zone: timeZone } = useAccountZone();
  // History is cached by days of the account's zone, which may differ from the zone on screen.
  const dayOf = useMemo(() => inZone(format, timeZone).day, [timeZone, format]);
  const labelOf = useDeviceNames(useMemo(() => rows?.map((row) => row.deviceId) ?? [], [rows]));
  const clearOf = async (deviceIds: string[] | null) => {
    await clear.run({ deviceIds });
    setConfirming(false);
    setSelected(-1);
    reload();
    onCleared();
  };
  const columns: DataColumn<CachedHistory>[] = [
    {
      id: 'device',
      header: t('common.device'),
      width: 160,
      grows: true,
      cell: ({ deviceId }) => <span title={labelOf(deviceId)}>{labelOf(deviceId)}</span>,
    },
    {
      id: 'log',
      header: t('history.stored.what'),
      width: 90,
      cell: ({ log }) =>
        log === 'locations' ? t('history.export.fixes') : t('history.stored.alerts'),
    },
    {
      id: 'range',
      header: t('history.stored.range'),
      width: 232,
      // The end is exclusive: it is the start of the next day.
      cell: ({ from, to }) => daysText(dayOf(from), dayOf(to - 1), format),
    },
    {
      id: 'days',
      header: t('history.stored.days'),
      width: 178,
      align: 'end',
      cell: ({ days, closedDays, incompleteDays }) =>
        incompleteDays > 0
          ? t('history.stored.days.incomplete', {
              days,
              complete: closedDays,
              incomplete: incompleteDays,
            })
          : t('history.stored.days.complete', { days, complete: closedDays }),
    },
    {
      id: 'records',
      header: t('history.stored.records'),
      width: 90,
      align: 'end',
      cell: ({ records }) => format.count(records),
    },
    {
      id: 'bytes',
      header: t('history.stored.size'),
      width: 80,
      align: 'end',
      cell: ({ bytes }) => format.size(bytes),
    },
  ];
  const total = rows?.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0;
  const one = rows?.[selected];
  return (
    <Dialog opened onClose={onClose} size={900} title={t('history.stored')}>
      {fault && <FaultNotice fault={fault} context="open" />}
      {clear.fault && <FaultNotice fault={clear.fault} context="open" onDismiss={clear.dismiss} />}
      <p className={page.quiet} style={{ marginBlock: '1em' }}>
        {t('history.stored.help', { size: format.size(total) })}
      </p>
      <div className={classes.cachedTable}>
        <DataTable
          label={t('history.stored.list')}
          columns={columns}
          count={rows?.length ?? 0}
          rowAt={(index) => rows?.[index]}
          rowLabel={({ deviceId, log }) =>
            t('history.stored.row', {
              device: labelOf(deviceId),
              log: log === 'alerts' ? log : 'other',
            })
          }
          selectedIndex={selected}
          selectedKey={one ? `${one.deviceId} ${one.log}` : null}
          onSelect={setSelected}
          empty={rows && <EmptyList>{t('history.stored.none')}</EmptyList>}
        />
      </div>
      <DialogActions>
        <ActionButton disabled={!one} onClick={() => one && void clearOf([one.deviceId])}>
          {one
            ? t('history.stored.clearOf', { device: labelOf(one.deviceId) })
            : t('history.stored.clearSelected')}
        </ActionButton>
        {isConfirming ? (
          <Button size="xs" color="red" onClick={() => void clearOf(null)}>
            {t('history.stored.clearAll')}
          </Button>
        ) : (
          <ActionButton
            disabled={!rows || rows.length === 0}
            icon={IconTrash}
            onClick={() => setConfirming(true)}
          >
            {t('history.stored.clear')}
          </ActionButton>
        )}
      </DialogActions>
    </Dialog>
  );
}
