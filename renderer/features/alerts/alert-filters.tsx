import { NativeSelect } from '@mantine/core';
import { DevicePicker } from '#features/history';
import { groupLabel, useGroups } from '#features/records';
import { KindPicker } from './kind-picker';
import { alertsStore, type AlertsState } from './store';

const mostDevices = 50;

/** Filters the log by device, group, kind and acknowledgement. */
export function AlertFilters({ state }: { state: AlertsState }) {
  const groups = useGroups();
  const acknowledged = state.acknowledged === null ? 'all' : String(state.acknowledged);
  return (
    <>
      <DevicePicker
        label="Devices"
        chosen={state.devices}
        most={mostDevices}
        onChange={(devices) => alertsStore.setState({ devices })}
        placeholder={state.devices.length === 0 ? 'All devices' : 'Add a device'}
      />
      <NativeSelect
        size="xs"
        aria-label="Group"
        value={state.groupId ?? ''}
        data={[
          { value: '', label: 'Any group' },
          ...groups.map((group) => ({ value: group.id, label: groupLabel(group) })),
        ]}
        onChange={(event) => alertsStore.setState({ groupId: event.currentTarget.value || null })}
      />
      <KindPicker
        label="Kinds of alert"
        placeholder="Every kind"
        kinds={state.kinds}
        onChange={(kinds) => alertsStore.setState({ kinds })}
      />
      <NativeSelect
        size="xs"
        aria-label="Acknowledged or not"
        value={acknowledged}
        data={[
          { value: 'all', label: 'Acknowledged or not' },
          { value: 'false', label: 'Not acknowledged' },
          { value: 'true', label: 'Acknowledged' },
        ]}
        onChange={({ currentTarget: { value } }) =>
          alertsStore.setState({ acknowledged: value === 'all' ? null : value === 'true' })
        }
      />
    </>
  );
}
