import { Button, Menu, NativeSelect, UnstyledButton } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { alertWords, severities } from '#shared/domain/alert';
import { groupLabel } from '#shared/domain/group';
import { exportFormats, type ExportFormat } from '#shared/ipc/exchange';
import type { AlertFilter, AlertPage } from '#shared/ipc/history';
import { listGapText, useGroups, useKnownGroups } from '#features/edits';
import { DevicePicker } from '#features/fleet';
import { RangePicker } from '#features/history';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { unknownGroup } from '#lib/known-text';
import { filterText, itemsText } from '#lib/list-text';
import { useFormat } from '#lib/use-format';
import { ExportButton, useExport } from '#ui/export-menu';
import { page } from '#ui/page';
import { severityNames, texts } from './alerts-texts';
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
  const { count } = useFormat();
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
          title={texts.filter}
          onClick={() => setMore(!isMore)}
        >
          <IconFilter size={14} aria-hidden />
          <span className={classes.word}>{texts.filter}</span>
        </Button>
      </div>
      {isMore && <MoreFilters state={state} />}
      <div className={classes.chips} role="group" aria-label={texts.severity}>
        <UnstyledButton
          className={page.chip}
          aria-pressed={acknowledged === false}
          onClick={() => set({ acknowledged: acknowledged === false ? null : false })}
        >
          {texts.notAcknowledged}
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
              {severityNames[each]} <span className={classes.count}>{count(found)}</span>
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
  const groups = useGroups();
  const gap = listGapText('groups', useKnownGroups(), useFormat());
  const isMissing = groupId !== null && !groups.some(({ id }) => id === groupId);
  return (
    <NativeSelect
      size="xs"
      className={classes.group}
      aria-label={commonTexts.group}
      value={groupId ?? ''}
      data={[
        { value: '', label: texts.allGroups },
        ...groups.map((group) => ({ value: group.id, label: groupLabel(group) })),
        ...(gap === null ? [] : [{ value: 'none', label: gap, disabled: true }]),
        ...(isMissing ? [{ value: groupId, label: unknownGroup }] : []),
      ]}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}

/** The filters that are needed less often. */
function MoreFilters({ state: { devices, kinds } }: { state: AlertsState }) {
  const set = (part: Partial<AlertsState>) => alertsStore.setState(part);
  return (
    <div className={`${page.row} ${classes.more}`}>
      <DevicePicker
        label={commonTexts.devices}
        chosen={devices}
        most={mostDevices}
        onChange={(next) => set({ devices: next })}
        placeholder={devices.length === 0 ? texts.allDevices : texts.addADevice}
      />
      <KindPicker
        label={texts.kindsOfAlert}
        placeholder={texts.everyKind}
        kinds={kinds}
        onChange={(next) => set({ kinds: next })}
      />
    </div>
  );
}

/** The filter as text, for the header of an export. */
function scopeText(state: AlertsState, group: string | null): string {
  const { devices, kinds, acknowledged, severity } = state;
  const filters = [
    devices.length > 0 ? texts.devices(itemsText(devices.map(({ label }) => label))) : null,
    group === null ? null : texts.group(group),
    severity === null ? null : texts.ofSeverity(severityNames[severity]),
    kinds.length > 0 ? texts.ofKinds(itemsText(kinds.map(alertWords))) : null,
    acknowledged === false ? texts.onlyNotAcknowledged : null,
  ];
  return filterText(filters, '') || texts.noFilter;
}

interface ExportLogProps {
  filter: AlertFilter;
  state: AlertsState;
  /** The name of the chosen group; null: none is. */
  group: string | null;
}

/** Exports all alerts that match the filters to a file. */
export function ExportLog({ filter, state, group }: ExportLogProps) {
  const { t, timeZone } = useFormat();
  const { isBusy, run } = useExport((format: ExportFormat) =>
    api.alerts.exportAlerts({
      ...sendable(filter),
      format,
      filter: scopeText(state, group).slice(0, 1000),
      of: state.devices.length === 0 ? (group?.slice(0, 200) ?? null) : null,
      timeZone,
    }),
  );
  return (
    <ExportButton
      isBusy={isBusy}
      items={exportFormats.map((format) => (
        <Menu.Item key={format} onClick={() => void run(format)}>
          {t(`ui.export.${format}`)}
        </Menu.Item>
      ))}
    />
  );
}
