import { Button, Group } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { CachedHistory } from '#shared/domain/history';
import { useAccountZone } from '#features/settings';
import { useDeviceNames } from '#features/edits';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { inZone, sizeText } from '#lib/format';
import { useAction } from '#lib/use-action';
import { useAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { DataTable, type DataColumn } from '#ui/data-table';
import { Dialog } from '#ui/dialog';
import { EmptyList } from '#ui/empty-list';
import { FaultNotice } from '#ui/fault-notice';
import { page } from '#ui/page';
import { texts } from './history-texts';
import classes from './history.module.css';

/** "21 Nov 2026 – 23 Nov 2026", or a single day. */
function daysText(from: number, to: number, dayOf: (at: number) => string): string {
  // The end is exclusive: it is the start of the next day.
  const [first, last] = [dayOf(from), dayOf(to - 1)];
  return first === last ? first : `${first} – ${last}`;
}

/** The history cached on this computer, its size, and buttons to clear it. */
export function CachedDialog(props: { onClose: () => void; onCleared: () => void }) {
  const { onClose, onCleared } = props;
  const [isConfirming, setConfirming] = useState(false);
  const [selected, setSelected] = useState(-1);
  const { value: rows, fault, reload } = useAnswer(() => api.history.cached(), []);
  const clear = useAction(api.history.clearCached);
  const format = useFormat();
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
      header: commonTexts.device,
      width: 160,
      grows: true,
      cell: ({ deviceId }) => <span title={labelOf(deviceId)}>{labelOf(deviceId)}</span>,
    },
    {
      id: 'log',
      header: texts.what,
      width: 90,
      cell: ({ log }) => (log === 'locations' ? texts.fixes : texts.alerts),
    },
    {
      id: 'range',
      header: texts.fromAndTo,
      width: 200,
      cell: ({ from, to }) => daysText(from, to, dayOf),
    },
    {
      id: 'days',
      header: texts.days,
      width: 210,
      align: 'end',
      cell: ({ days, closedDays, incompleteDays }) =>
        incompleteDays > 0
          ? texts.daysWithIncomplete(
              format.count(days),
              format.count(closedDays),
              format.count(incompleteDays),
            )
          : texts.daysComplete(format.count(days), format.count(closedDays)),
    },
    {
      id: 'records',
      header: texts.records,
      width: 90,
      align: 'end',
      cell: ({ records }) => format.count(records),
    },
    {
      id: 'bytes',
      header: texts.size,
      width: 80,
      align: 'end',
      cell: ({ bytes }) => sizeText(bytes),
    },
  ];
  const total = rows?.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0;
  const one = rows?.[selected];
  return (
    <Dialog opened onClose={onClose} size={900} title={texts.cachedData}>
      {fault && <FaultNotice fault={fault} context="open" />}
      {clear.fault && <FaultNotice fault={clear.fault} context="open" onDismiss={clear.dismiss} />}
      <p className={page.quiet} style={{ marginBlock: '1em' }}>
        {texts.cached(total)}
      </p>
      <div className={classes.cachedTable}>
        <DataTable
          label={texts.cachedHistory}
          columns={columns}
          count={rows?.length ?? 0}
          rowAt={(index) => rows?.[index]}
          rowLabel={(row) => `${labelOf(row.deviceId)}, ${row.log}`}
          selectedIndex={selected}
          selectedKey={one ? `${one.deviceId} ${one.log}` : null}
          onSelect={setSelected}
          empty={rows && <EmptyList>{texts.nothingIsCachedYet}</EmptyList>}
        />
      </div>
      <Group justify="flex-end" gap={8} mt={12}>
        <Button
          size="xs"
          variant="default"
          disabled={!one}
          onClick={() => one && void clearOf([one.deviceId])}
        >
          {one ? texts.clearAllOf(labelOf(one.deviceId)) : texts.clearTheSelectedDevice}
        </Button>
        {isConfirming ? (
          <Button size="xs" color="red" onClick={() => void clearOf(null)}>
            {texts.clearTheHistoryOfAll}
          </Button>
        ) : (
          <Button
            size="xs"
            variant="default"
            disabled={!rows || rows.length === 0}
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={() => setConfirming(true)}
          >
            {texts.clearAll}
          </Button>
        )}
      </Group>
    </Dialog>
  );
}
