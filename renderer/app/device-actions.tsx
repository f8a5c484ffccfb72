import { Menu } from '@mantine/core';
import { IconChevronDown, IconGauge, IconStack2, type IconProps } from '@tabler/icons-react';
import { Fragment, useState, type ComponentType } from 'react';
import { linkTo } from '#shared/domain/link';
import { RenewDialog } from '#features/expiry';
import { refreshDevices, useCopyAsText, useRefreshName } from '#features/fleet';
import { ChooseGroups, NewGroupDialog } from '#features/groups';
import { askForReport, openHistory } from '#features/history';
import { BulkLimits } from '#features/limits';
import { nearbyStore } from '#features/nearby';
import { useOpenSession } from '#features/session';
import { useAccountZone } from '#features/settings';
import { SnoozeDialog } from '#features/snoozes';
import { useSubmissionMode } from '#features/submit';
import { VehicleKindDialog } from '#features/vehicle-kinds';
import type { PlainKey } from '#shared/i18n/translate';
import { api } from '#lib/api';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { CopyItem } from '#ui/copy-button';
import { TableFormats, useTableExport } from '#ui/export-menu';
import { IconButton } from '#ui/icon-button';
import { pageOnScreen } from './routes';

/** What can be done with devices. The menus of one device and the bar of the selected ones are made of this. */
const deviceActions = {
  history: {
    name: 'common.history',
    run: ({ device }) => device && openHistory(device),
  },
  nearby: {
    name: 'nearby.title',
    run: ({ device }) => device && nearbyStore.open({ kind: 'device', ...device }),
  },
  report: {
    name: 'reports.open',
    run: ({ ids }) => askForReport({ deviceIds: ids }),
  },
  snooze: { name: 'snoozes.open', dialog: 'snooze' },
  addToGroups: { name: 'app.actions.addToGroups', dialog: 'add', icon: IconStack2 },
  removeFromGroups: { name: 'app.actions.removeFromGroups', dialog: 'remove' },
  newGroup: { name: 'groups.new.open', dialog: 'newGroup' },
  setLimits: { name: 'app.actions.setLimits', dialog: 'limits', needs: 'limits', icon: IconGauge },
  renew: { name: 'app.actions.renew', dialog: 'renewal', needs: 'renewals' },
  vehicleKind: { name: 'vehicle-kinds.choose', dialog: 'vehicleKind' },
  submit: {
    name: 'app.actions.submit',
    needs: 'submissions',
    run: () => pageOnScreen.show('submit'),
  },
} satisfies Record<string, DeviceAction>;

type ActionName = keyof typeof deviceActions;

/** The actions of a menu, in parts: for one device, and for several. */
const inMenu: Record<'one' | 'many', readonly (readonly ActionName[])[]> = {
  one: [
    ['history', 'nearby', 'report'],
    ['snooze', 'addToGroups', 'removeFromGroups', 'setLimits', 'renew', 'vehicleKind', 'submit'],
  ],
  many: [
    ['snooze', 'addToGroups', 'removeFromGroups', 'newGroup'],
    ['setLimits', 'renew', 'vehicleKind', 'report'],
  ],
};
/** In the bar of selected devices, by their icons if they have one; the others are behind More. */
const inBar: readonly ActionName[] = ['snooze', 'addToGroups', 'setLimits'];

export interface MenuDevice {
  id: string;
  label: string;
}

interface Chosen {
  ids: readonly string[];
  /** The one of a menu; null: those that are selected in the table. */
  device: MenuDevice | null;
}

export type DeviceDialog =
  'add' | 'remove' | 'newGroup' | 'limits' | 'renewal' | 'snooze' | 'vehicleKind';

type DeviceAction = {
  name: string;
  icon?: ComponentType<IconProps>;
  /** What the service has to accept of this account; absent: nothing. */
  needs?: keyof ReturnType<typeof useAccepted>;
} & ({ run: (chosen: Chosen) => void } | { dialog: DeviceDialog });

/** What the service lets this account change. */
function useAccepted() {
  const capabilities = useOpenSession()?.capabilities;
  const limits = capabilities?.writesLimits ?? false;
  return {
    limits,
    renewals: limits || (capabilities?.activates ?? false),
    submissions: useSubmissionMode() !== 'query',
  };
}

export const useCanRenew = (): boolean => useAccepted().renewals;

/** The actions of these names that the service accepts, and what each does. */
function useActions(chosen: Chosen, onDialog: (dialog: DeviceDialog) => void) {
  const accepted = useAccepted();
  const { t } = useFormat();
  return (names: readonly ActionName[]) =>
    names
      .map((name): DeviceAction => deviceActions[name])
      .filter(({ needs }) => needs === undefined || accepted[needs])
      .map((action) => ({
        name: t(action.name as PlainKey),
        Icon: action.icon,
        run: () => ('run' in action ? action.run(chosen) : onDialog(action.dialog)),
      }));
}

interface DialogsProps extends Chosen {
  open: DeviceDialog | null;
  onClose: () => void;
}

export function DeviceDialogs({ ids, device, open, onClose }: DialogsProps) {
  const { limits } = useAccepted();
  const { zone } = useAccountZone();
  switch (open) {
    case 'add':
    case 'remove':
      return <ChooseGroups how={open} deviceIds={ids} onClose={onClose} />;
    case 'newGroup':
      return <NewGroupDialog deviceIds={ids} onClose={onClose} />;
    case 'limits':
      return <BulkLimits ids={ids} onClose={onClose} />;
    case 'renewal':
      return (
        <RenewDialog
          ids={ids}
          label={device?.label ?? null}
          zone={zone}
          takesDates={limits}
          onClose={onClose}
        />
      );
    case 'snooze':
      return <SnoozeDialog ids={ids} label={device?.label ?? null} onClose={onClose} />;
    case 'vehicleKind':
      return <VehicleKindDialog ids={ids} label={device?.label ?? null} onClose={onClose} />;
    case null:
      return null;
  }
}

/** The actions for the selected devices, as far as the service accepts them. */
export function DeviceActions({ ids }: { ids: ReadonlySet<string> }) {
  const { t } = useFormat();
  const [open, setOpen] = useState<DeviceDialog | null>(null);
  const chosen = { ids: [...ids], device: null };
  const actions = useActions(chosen, setOpen);
  return (
    <>
      {actions(inBar).map(({ name, Icon, run }) =>
        Icon ? (
          <IconButton key={name} name={name} icon={Icon} iconSize={15} size={24} onClick={run} />
        ) : (
          <ActionButton key={name} size="compact-xs" onClick={run}>
            {name}
          </ActionButton>
        ),
      )}
      <Menu position="top-end" withArrow>
        <Menu.Target>
          <ActionButton size="compact-xs" rightSection={<IconChevronDown size={14} aria-hidden />}>
            {t('app.actions.more')}
          </ActionButton>
        </Menu.Target>
        <Menu.Dropdown>
          <DevicesMenuItems ids={chosen.ids} onDialog={setOpen} without={inBar} />
        </Menu.Dropdown>
      </Menu>
      <DeviceDialogs {...chosen} open={open} onClose={() => setOpen(null)} />
    </>
  );
}

interface MenuItemsProps extends Chosen {
  onDialog: (dialog: DeviceDialog) => void;
  /** What is beside the menu already. */
  without?: readonly ActionName[];
}

function ActionItems({ onDialog, without = [], ...chosen }: MenuItemsProps) {
  const actions = useActions(chosen, onDialog);
  return inMenu[chosen.device ? 'one' : 'many'].map((names) => (
    <Fragment key={names[0]}>
      {actions(names.filter((name) => !without.includes(name))).map(({ name, run }) => (
        <Menu.Item key={name} onClick={run}>
          {name}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </Fragment>
  ));
}

/** The actions for several devices, wherever their menu is. */
export function DevicesMenuItems({ ids, ...rest }: Omit<MenuItemsProps, 'device'>) {
  const { t } = useFormat();
  const refreshName = useRefreshName(ids.length);
  return (
    <>
      <ActionItems ids={ids} device={null} {...rest} />
      <ExportItems ids={ids} filter={t('app.actions.filter')} />
      <Menu.Item onClick={() => void refreshDevices(ids)}>{refreshName}</Menu.Item>
    </>
  );
}

/** The actions for one device, wherever its menu is. */
export function DeviceMenuItems({
  device,
  onDialog,
}: { device: MenuDevice } & Pick<MenuItemsProps, 'onDialog'>) {
  const { t } = useFormat();
  const link = linkTo('device', device.id);
  const copyAsText = useCopyAsText();
  return (
    <>
      <ActionItems ids={[device.id]} device={device} onDialog={onDialog} />
      <Menu.Item onClick={() => void api.app.openWindow({ shows: 'map', device: device.id })}>
        {t('app.window.device')}
      </Menu.Item>
      <Menu.Item onClick={() => void copyAsText(device.id)}>{t('fleet.asText')}</Menu.Item>
      {link !== null && (
        <CopyItem name={t('common.copyLink')} done={t('common.linkCopied')} text={link} />
      )}
      <CopyItem name={t('app.device.copyId')} done={t('app.device.idCopied')} text={device.id} />
    </>
  );
}

export function ExportItems({ ids, filter }: { ids: readonly string[]; filter: string }) {
  const { t } = useFormat();
  const { run } = useTableExport({ what: 'devices', ids: () => ids, filter });
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item>{t('common.export')}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        <TableFormats what="devices" onChoose={run} />
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}
