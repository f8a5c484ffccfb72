import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import type { AlertEntry } from '#shared/domain/alert-log';
import type { Format } from '#lib/format';
import type { DataColumn } from '#ui/data-table';
import { alertText, alertTitle, channelsMessage } from './alert-messages';
import classes from './alerts.module.css';

/** Acknowledgement, time, device, kind, text and channels. */
export function alertColumns(
  format: Format,
  labelOf: (id: string) => string,
): DataColumn<AlertEntry>[] {
  const text = (value: string | null) => value && <span title={value}>{value}</span>;
  return [
    {
      id: 'acknowledged',
      header: 'Acknowledged',
      width: 124,
      cell: ({ acknowledged }) =>
        acknowledged ? (
          <span className={classes.acknowledged} title={acknowledged.note || undefined}>
            <IconCircleCheck size={15} aria-hidden /> {format.clock(acknowledged.at)}
          </span>
        ) : (
          <span className={classes.open}>
            <IconCircleDashed size={15} aria-hidden /> open
          </span>
        ),
    },
    { id: 'at', header: 'When', width: 178, cell: ({ at }) => format.moment(at) },
    {
      id: 'device',
      header: 'Device',
      width: 140,
      grows: true,
      cell: ({ deviceId }) => text(labelOf(deviceId)),
    },
    {
      id: 'what',
      header: 'Alert',
      width: 160,
      grows: true,
      cell: (entry) => text(alertTitle(entry)),
    },
    {
      id: 'text',
      header: 'Text',
      width: 130,
      grows: true,
      cell: (entry) => text(alertText(entry)),
    },
    {
      id: 'channels',
      header: 'Sent',
      width: 120,
      cell: (entry) => text(channelsMessage(entry)),
    },
  ];
}
