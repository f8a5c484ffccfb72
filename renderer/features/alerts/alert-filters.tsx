import { Button, Menu, NativeSelect, UnstyledButton } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { alertKindName, severities } from '#shared/domain/alert';
import { groupLabel } from '#shared/domain/group';
import { exportFormats, type ExportFormat } from '#shared/ipc/exchange';
import type { AlertFilter, AlertPage } from '#shared/ipc/history';
import { listGapText, useGroups, useKnownGroups } from '#features/edits';
import { DevicePicker } from '#features/fleet';
import { RangePicker } from '#features/history';
import { api } from '#lib/api';
import type { Format } from '#lib/format';
import { filterText } from '#ui/use-list';
import { useFormat } from '#lib/use-format';
import { ExportButton, useExport } from '#ui/export-menu';
import { page } from '#ui/page';
import classes from './alerts.module.css';
import { KindPicker } from './kind-picker';
import { alertsStore, sendable, type AlertsState } from './store';

const mostDevices = 50;

interface AlertFiltersProps {
  state: AlertsState;
  /** null: not loaded yet. */
  log: AlertPage | null;
}

/** Filters the log: by time and group, by severity, and on request by devices and kinds. */
export function AlertFilters({ state, log }: AlertFiltersProps) {
  const { severity, acknowledged } = state;
  const { t, count } = useFormat();
  const isMoreSet = state.devices.length > 0 || state.kinds.length > 0;
  const [isMore, setMore] = useState(isMoreSet);
  const set = (part: Partial<AlertsState>) => alertsStore.setState(part);
  return (
    <>
      <div className={`${page.row} ${classes.filters}`}>
        <RangePicker choice={state.choice} onChange={(choice) => set({ choice })} />
        <GroupSelect groupId={state.groupId} onChange={(groupId) => set({ groupId })} />
        <Button
          className={classes.filter}
          size="xs"
          variant={isMoreSet ? 'light' : 'default'}
          aria-expanded={isMore}
          title={t('alerts.filter')}
          onClick={() => setMore(!isMore)}
        >
          <IconFilter size={14} aria-hidden />
          <span className={classes.word}>{t('alerts.filter')}</span>
        </Button>
      </div>
      {isMore && <MoreFilters state={state} />}
      <div className={classes.chips} role="group" aria-label={t('alerts.filter.severity')}>
        <UnstyledButton
          className={page.chip}
          aria-pressed={acknowledged === false}
          onClick={() => set({ acknowledged: acknowledged === false ? null : false })}
        >
          {t('alerts.filter.notAcknowledged')}
        </UnstyledButton>
        {severities.map((each) => {
          const found = log?.severities[each] ?? 0;
          if (found === 0 && severity !== each) return null;
          return (
            <UnstyledButton
              key={each}
              className={page.chip}
              data-severity={each}
              aria-pressed={severity === each}
              onClick={() => set({ severity: severity === each ? null : each })}
            >
              {t(`alerts.severity.${each}`)} <span className={classes.count}>{count(found)}</span>
            </UnstyledButton>
          );
        })}
      </div>
    </>
  );
}

interface GroupSelectProps {
  groupId: string | null;
  onChange: (groupId: string | null) => void;
}

function GroupSelect({ groupId, onChange }: GroupSelectProps) {
  const { t } = useFormat();
  const groups = useGroups();
  const gap = listGapText('groups', useKnownGroups(), useFormat());
  const isMissing = groupId !== null && !groups.some(({ id }) => id === groupId);
  return (
    <NativeSelect
      size="xs"
      className={classes.group}
      aria-label={t('common.group')}
      value={groupId ?? ''}
      data={[
        { value: '', label: t('alerts.filter.allGroups') },
        ...groups.map((group) => ({ value: group.id, label: groupLabel(group) })),
        ...(gap === null ? [] : [{ value: 'none', label: gap, disabled: true }]),
        ...(isMissing ? [{ value: groupId, label: t('common.unknownGroup') }] : []),
      ]}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}

/** The filters that are needed less often. */
function MoreFilters({ state: { devices, kinds } }: { state: AlertsState }) {
  const { t } = useFormat();
  const set = (part: Partial<AlertsState>) => alertsStore.setState(part);
  return (
    <div className={`${page.row} ${classes.more}`}>
      <DevicePicker
        label={t('common.devices')}
        chosen={devices}
        most={mostDevices}
        onChange={(next) => set({ devices: next })}
        placeholder={
          devices.length === 0 ? t('alerts.filter.allDevices') : t('alerts.filter.addDevice')
        }
      />
      <KindPicker
        label={t('alerts.filter.kinds')}
        placeholder={t('alerts.filter.everyKind')}
        kinds={kinds}
        onChange={(next) => set({ kinds: next })}
      />
    </div>
  );
}

/** The filter as text, for the header of an export. */
function scopeText(state: AlertsState, group: string | null, format: Format): string {
  const { t, items } = format;
  const { devices, kinds, acknowledged, severity } = state;
  const filters = [
    devices.length > 0
      ? t('alerts.export.devices', { devices: items(devices.map(({ label }) => label)) })
      : null,
    group === null ? null : t('alerts.export.group', { group }),
    severity === null
      ? null
      : t('alerts.export.severity', { severity: t(`alerts.severity.${severity}`) }),
    kinds.length > 0
      ? t('alerts.export.kinds', { kinds: items(kinds.map((name) => alertKindName(name, t))) })
      : null,
    acknowledged === false ? t('alerts.export.notAcknowledged') : null,
  ];
  return filterText(filters, '', format) || t('alerts.export.noFilter');
}

interface ExportLogProps {
  filter: AlertFilter;
  state: AlertsState;
  /** The name of the chosen group; null: none is. */
  group: string | null;
}

/** Exports all alerts that match the filters to a file. */
export function ExportLog({ filter, state, group }: ExportLogProps) {
  const format = useFormat();
  const { t } = format;
  const { isBusy, run } = useExport((fileFormat: ExportFormat) =>
    api.alerts.exportAlerts({
      ...sendable(filter),
      format: fileFormat,
      filter: scopeText(state, group, format).slice(0, 1000),
      of: state.devices.length === 0 ? (group?.slice(0, 200) ?? null) : null,
      timeZone: format.timeZone,
    }),
  );
  return (
    <ExportButton
      isBusy={isBusy}
      items={exportFormats.map((each) => (
        <Menu.Item key={each} onClick={() => void run(each)}>
          {t(`ui.export.${each}`)}
        </Menu.Item>
      ))}
      printed={{ table: t('alerts.title'), filter: scopeText(state, group, format) }}
    />
  );
}
