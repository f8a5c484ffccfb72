import { Button, Menu, VisuallyHidden } from '@mantine/core';
import {
  IconCheck,
  IconDots,
  IconAlertOctagonFilled,
  IconAlertTriangle,
  IconInfoCircle,
  type Icon,
} from '@tabler/icons-react';
import { severityOf, type AlertEntry, type Severity } from '#shared/domain/alert';
import type { Translate } from '#shared/i18n/translate';
import { NearestTown, usePlace } from '#features/fleet';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { AgeText } from '#ui/age-text';
import type { DataColumn } from '#ui/data-table';
import type { PrintedColumn } from '#ui/print-table';
import { page } from '#ui/page';
import { IconButton } from '#ui/icon-button';
import { acknowledge, withdraw } from './acknowledge';
import { alertTitle, whenText } from './alert-facts';
import classes from './alerts.module.css';
import { MutedSign, MuteItems } from './snooze';

export const rowHeight = 58;

interface ColumnsOptions {
  labelOf: (deviceId: string) => string;
  /** The names of its groups; empty if there are none, or none is known. */
  groupsOf: (deviceId: string) => string;
  rowLabel: (entry: AlertEntry) => string;
  /** No room for the menu: what it has is in the row and in the details. */
  isNarrow: boolean;
  t: Translate;
}

/** An alert in two lines, and its menu. */
export function alertColumns({
  labelOf,
  groupsOf,
  rowLabel,
  isNarrow,
  t,
}: ColumnsOptions): DataColumn<AlertEntry>[] {
  const columns: DataColumn<AlertEntry>[] = [
    {
      id: 'alert',
      header: t('alerts.list.order'),
      width: 240,
      grows: true,
      cell: (entry) => (
        <AlertRow entry={entry} label={labelOf(entry.deviceId)} groups={groupsOf(entry.deviceId)} />
      ),
    },
    {
      id: 'actions',
      isControl: true,
      header: t('alerts.list.actions'),
      headerCell: <VisuallyHidden>{t('alerts.list.actions')}</VisuallyHidden>,
      width: 40,
      cell: (entry) => (
        <RowMenu entry={entry} label={labelOf(entry.deviceId)} rowLabel={rowLabel(entry)} />
      ),
    },
  ];
  return isNarrow ? columns.slice(0, 1) : columns;
}

/** On paper each value has a column of its own. */
export function printedAlerts(
  { labelOf, groupsOf }: Pick<ColumnsOptions, 'labelOf' | 'groupsOf'>,
  format: Format,
): PrintedColumn<AlertEntry>[] {
  const { t } = format;
  return [
    { id: 'at', header: t('alerts.print.at'), cell: ({ at }) => format.moment(at) },
    { id: 'device', header: t('common.device'), cell: ({ deviceId }) => labelOf(deviceId) },
    {
      id: 'severity',
      header: t('alerts.print.severity'),
      cell: ({ alerts }) => t(`alerts.severity.${severityOf(alerts)}`),
    },
    { id: 'alert', header: t('alerts.print.alert'), cell: (entry) => alertTitle(entry, format) },
    {
      id: 'place',
      header: t('history.trips.place'),
      cell: ({ latitude, longitude }) => <NearestTown latitude={latitude} longitude={longitude} />,
    },
    { id: 'groups', header: t('common.groups'), cell: ({ deviceId }) => groupsOf(deviceId) },
    {
      id: 'acknowledged',
      header: t('alerts.print.acknowledged'),
      cell: ({ acknowledged }) =>
        acknowledged ? format.moment(acknowledged.at) : t('alerts.print.open'),
    },
  ];
}

interface AlertRowProps {
  entry: AlertEntry;
  label: string;
  groups: string;
}

/** How urgent, which device and when; then what and where, and whether somebody saw to it. */
function AlertRow({ entry, label, groups }: AlertRowProps) {
  return (
    <div className={classes.row} data-acknowledged={entry.acknowledged !== null || undefined}>
      <SeveritySign alerts={entry.alerts} />
      <div className={classes.name}>
        <bdi className={`${page.cut} ${page.strong}`} title={label}>
          {label}
        </bdi>
        <MutedSign deviceId={entry.deviceId} />
      </div>
      <span className={classes.age}>
        <AgeText at={entry.at} />
      </span>
      <WhatAndWhere entry={entry} groups={groups} />
      <AcknowledgedOrNot entry={entry} />
    </div>
  );
}

/** "Too fast · Birmingham · Cold chain"; how urgent it is says the sign before it. */
function WhatAndWhere({ entry, groups }: Omit<AlertRowProps, 'label'>) {
  const format = useFormat();
  const place = usePlace(entry.latitude, entry.longitude);
  const what = alertTitle(entry, format);
  const whole = [what, place ? format.place(place) : '', groups].filter((part) => part !== '');
  return (
    <span className={classes.parts} title={format.items(whole)}>
      <span>{what}</span>
      {/* The dot before each is on the side of the language, whatever the letters of the name are. */}
      {place && (
        <span>
          <bdi>{'town' in place ? place.town : format.place(place)}</bdi>
        </span>
      )}
      {groups !== '' && (
        <span>
          <bdi>{groups}</bdi>
        </span>
      )}
    </span>
  );
}

function AcknowledgedOrNot({ entry }: { entry: AlertEntry }) {
  const format = useFormat();
  const { t } = format;
  const { acknowledged } = entry;
  if (!acknowledged) {
    return (
      <ActionButton
        className={classes.end}
        size="compact-xs"
        tabIndex={-1}
        onClick={(event) => {
          event.stopPropagation();
          void acknowledge(entry);
        }}
      >
        <IconCheck size={13} aria-hidden className={classes.acknowledgeMark} />
        <span className={classes.word}>{t('alerts.acknowledge')}</span>
      </ActionButton>
    );
  }
  return (
    <span className={`${page.inline} ${classes.end}`} title={acknowledged.note || undefined}>
      <IconCheck size={14} aria-hidden />
      {t('alerts.list.acknowledged', { time: whenText(acknowledged.at, format) })}
      <Button
        size="compact-xs"
        variant="subtle"
        tabIndex={-1}
        onClick={(event) => {
          event.stopPropagation();
          void withdraw(entry);
        }}
      >
        {t('common.undo')}
      </Button>
    </span>
  );
}

interface RowMenuProps {
  entry: AlertEntry;
  /** The name of the device. */
  label: string;
  rowLabel: string;
}

/** What can be done with one alert. */
function RowMenu({ entry, label, rowLabel }: RowMenuProps) {
  const { t } = useFormat();
  return (
    <Menu position="bottom-end" withArrow>
      <Menu.Target>
        <IconButton
          isQuiet
          name={t('alerts.list.actionsOf', { alert: rowLabel })}
          icon={IconDots}
          iconSize={15}
          size="sm"
          title={t('alerts.list.actions')}
          onClick={(event) => event.stopPropagation()}
        />
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        <Menu.Item onClick={() => void (entry.acknowledged ? withdraw : acknowledge)(entry)}>
          {entry.acknowledged ? t('alerts.acknowledge.withdraw') : t('alerts.acknowledge')}
        </Menu.Item>
        <Menu.Divider />
        <MuteItems device={{ id: entry.deviceId, label }} />
      </Menu.Dropdown>
    </Menu>
  );
}

const icons: Record<Severity, Icon> = {
  sos: IconAlertOctagonFilled,
  critical: IconAlertOctagonFilled,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
};

/** How urgent an alert is, by colour, shape and name. */
export function SeverityMark({ alerts }: { alerts: readonly string[] }) {
  const { t } = useFormat();
  const severity = severityOf(alerts);
  const SeverityIcon = icons[severity];
  return (
    <span className={`${page.inline} ${classes.severity}`} data-severity={severity}>
      <SeverityIcon size={15} aria-hidden />
      <span>{t(`alerts.severity.${severity}`)}</span>
    </span>
  );
}

/** The same in a column of its own, whose width does not depend on the word. */
function SeveritySign({ alerts }: { alerts: readonly string[] }) {
  const { t } = useFormat();
  const severity = severityOf(alerts);
  const SeverityIcon = icons[severity];
  return (
    <span className={classes.sign}>
      <span
        className={classes.severity}
        data-severity={severity}
        role="img"
        aria-label={t(`alerts.severity.${severity}`)}
        title={t(`alerts.severity.${severity}`)}
      >
        {severity === 'sos' ? t('alerts.severity.sos') : <SeverityIcon size={18} aria-hidden />}
      </span>
    </span>
  );
}
