import { NativeSelect } from '@mantine/core';
import { groupLabel } from '#shared/domain/group';
import { DevicePicker } from '#features/history';
import { listGapText, useGroups, useKnownGroups } from '#features/edits';
import { commonTexts } from '#lib/common-texts';
import { unknownGroup } from '#lib/group-text';
import { texts } from './alerts-texts';
import { KindPicker } from './kind-picker';
import { alertsStore, type AlertsState } from './store';

const mostDevices = 50;

/** Filters the log by device, group, kind and acknowledgement. */
export function AlertFilters({ state }: { state: AlertsState }) {
  const groups = useGroups();
  const gap = listGapText('groups', useKnownGroups());
  const isMissing = state.groupId !== null && !groups.some(({ id }) => id === state.groupId);
  const acknowledged = state.acknowledged === null ? 'all' : String(state.acknowledged);
  return (
    <>
      <DevicePicker
        label={commonTexts.devices}
        chosen={state.devices}
        most={mostDevices}
        onChange={(devices) => alertsStore.setState({ devices })}
        placeholder={state.devices.length === 0 ? texts.allDevices : texts.addADevice}
      />
      <NativeSelect
        size="xs"
        aria-label={commonTexts.group}
        value={state.groupId ?? ''}
        data={[
          { value: '', label: texts.anyGroup },
          ...groups.map((group) => ({ value: group.id, label: groupLabel(group) })),
          ...(gap === null ? [] : [{ value: 'none', label: gap, disabled: true }]),
          ...(isMissing ? [{ value: state.groupId ?? '', label: unknownGroup }] : []),
        ]}
        onChange={(event) => alertsStore.setState({ groupId: event.currentTarget.value || null })}
      />
      <KindPicker
        label={texts.kindsOfAlert}
        placeholder={texts.everyKind}
        kinds={state.kinds}
        onChange={(kinds) => alertsStore.setState({ kinds })}
      />
      <NativeSelect
        size="xs"
        aria-label={texts.acknowledgedOrNot}
        value={acknowledged}
        data={[
          { value: 'all', label: texts.acknowledgedOrNot },
          { value: 'false', label: texts.notAcknowledged },
          { value: 'true', label: texts.acknowledged },
        ]}
        onChange={({ currentTarget: { value } }) =>
          alertsStore.setState({ acknowledged: value === 'all' ? null : value === 'true' })
        }
      />
    </>
  );
}
