import { VisuallyHidden } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import type { AlertEntry } from '#shared/domain/alert';
import { NearestTown } from '#features/fleet';
import { commonTexts } from '#lib/common-texts';
import type { Format } from '#lib/format';
import type { DataColumn } from '#ui/data-table';
import { alertText, alertTitle, channelsMessage, notProvided } from './alert-messages';
import { AlertRowMenu } from './alert-row-menu';
import { texts } from './alerts-texts';
import { SeverityMark } from './severity-mark';
import classes from './alerts.module.css';

/** Severity, actions, device, kind, time, acknowledgement, place, text and channels. */
export function alertColumns(
  format: Format,
  labelOf: (id: string) => string,
  rowLabel: (entry: AlertEntry) => string,
): DataColumn<AlertEntry>[] {
  const text = (value: string | null) => value && <span title={value}>{value}</span>;
  // What the service does not provide leaves its cell empty.
  const provided = (value: string) => (value === notProvided ? null : text(value));
  return [
    {
      id: 'severity',
      header: texts.severity,
      width: 110,
      cell: ({ alerts }) => <SeverityMark alerts={alerts} />,
    },
    {
      id: 'actions',
      header: texts.actions,
      headerCell: <VisuallyHidden>{texts.actions}</VisuallyHidden>,
      width: 40,
      cell: (entry) => (
        <AlertRowMenu entry={entry} label={labelOf(entry.deviceId)} rowLabel={rowLabel(entry)} />
      ),
    },
    {
      id: 'device',
      header: commonTexts.device,
      width: 140,
      grows: true,
      cell: ({ deviceId }) => text(labelOf(deviceId)),
    },
    {
      id: 'what',
      header: texts.alert,
      width: 160,
      grows: true,
      cell: (entry) => text(alertTitle(entry)),
    },
    { id: 'at', header: texts.when, width: 200, cell: ({ at }) => format.moment(at) },
    {
      id: 'acknowledged',
      header: texts.acknowledged,
      width: 124,
      cell: ({ acknowledged }) =>
        acknowledged ? (
          <span className={classes.acknowledged} title={acknowledged.note || undefined}>
            <IconCircleCheck size={15} aria-hidden /> {format.clock(acknowledged.at)}
          </span>
        ) : (
          <span className={classes.open}>
            <IconCircleDashed size={15} aria-hidden /> {texts.open}
          </span>
        ),
    },
    {
      id: 'where',
      header: texts.where,
      width: 170,
      cell: ({ latitude, longitude }) => <NearestTown latitude={latitude} longitude={longitude} />,
    },
    {
      id: 'text',
      header: commonTexts.text,
      width: 130,
      grows: true,
      cell: (entry) => provided(alertText(entry)),
    },
    {
      id: 'channels',
      header: texts.sent,
      width: 120,
      cell: (entry) => provided(channelsMessage(entry)),
    },
  ];
}
