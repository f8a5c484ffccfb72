import { Menu } from '@mantine/core';
import { IconDots, IconFocusCentered, IconRoute } from '@tabler/icons-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { DeviceDetails } from '#shared/ipc/fleet';
import { DeviceAlerts } from '#features/alerts';
import { ExpiryFacts } from '#features/fleet';
import { openDay, TodaySummary } from '#features/history';
import { useMapStore } from '#features/map';
import { BackToNearest } from '#features/nearby';
import { DeviceNote } from '#features/notes';
import { newPlaceAt } from '#features/places';
import { DeviceSnooze } from '#features/snoozes';
import { UsersWithAccess } from '#features/users';
import { VehicleKindText } from '#features/vehicle-kinds';
import { api } from '#lib/api';
import { useFormat } from '#lib/use-format';
import { groupsText } from '#lib/known-values';
import { ActionButton } from '#ui/action-button';
import { Fact, FactList } from '#ui/fact-list';
import { IconButton } from '#ui/icon-button';
import {
  DeviceDialogs,
  DeviceMenuItems,
  useCanRenew,
  type DeviceDialog,
  type MenuDevice,
} from './device-actions';

interface DevicePanelActionsProps {
  device: MenuDevice;
  details: DeviceDetails;
}

/** What can be done with the device of the details panel. */
export function DevicePanelActions({ device, details }: DevicePanelActionsProps) {
  const [open, setOpen] = useState<DeviceDialog | null>(null);
  const { t } = useFormat();
  const { position } = details;
  return (
    <>
      <BackToNearest />
      <FollowButton hasPosition={position !== null} />
      <ActionButton size="compact-sm" icon={IconRoute} onClick={() => openDay(device, 'today')}>
        {t('app.device.today')}
      </ActionButton>
      <ActionButton
        size="compact-sm"
        title={t('app.device.yesterday')}
        onClick={() => openDay(device, 'yesterday')}
      >
        {t('history.range.yesterday')}
      </ActionButton>
      <Menu position="bottom-end" withArrow>
        <Menu.Target>
          <IconButton name={t('app.device.more')} icon={IconDots} size={26} />
        </Menu.Target>
        <Menu.Dropdown>
          {position && (
            <>
              <Menu.Item
                onClick={() => {
                  const { latitude, longitude } = position;
                  void api.app.openInBrowserMap({ latitude, longitude });
                }}
              >
                {t('app.device.browserMap')}
              </Menu.Item>
              <Menu.Item onClick={() => newPlaceAt(position)}>{t('places.newHere')}</Menu.Item>
            </>
          )}
          <DeviceMenuItems device={device} onDialog={setOpen} />
        </Menu.Dropdown>
      </Menu>
      <DeviceDialogs ids={[device.id]} device={device} open={open} onClose={() => setOpen(null)} />
    </>
  );
}

/** Keeps the device of the panel in the middle of the map. */
function FollowButton({ hasPosition }: { hasPosition: boolean }) {
  const { t } = useFormat();
  const map = useMapStore();
  const { isFollowing, engine } = useStore(map);
  return (
    <ActionButton
      size="compact-sm"
      variant={isFollowing ? 'filled' : 'default'}
      icon={IconFocusCentered}
      aria-pressed={isFollowing}
      disabled={!engine || (!hasPosition && !isFollowing)}
      onClick={() => map.follow(!isFollowing)}
    >
      {isFollowing ? t('app.device.following') : t('common.follow')}
    </ActionButton>
  );
}

/** Today, alerts, expiry, groups and who sees the device. */
export function DevicePanelSections({ details }: { details: DeviceDetails }) {
  const format = useFormat();
  const { t } = format;
  const { device, groups, groupGap } = details;
  const [open, setOpen] = useState<DeviceDialog | null>(null);
  const canRenew = useCanRenew();
  const label = device.name ?? device.id;
  return (
    <>
      <DeviceSnooze device={{ id: device.id, label }} />
      <FactList title={t('app.device.overview')}>
        <Fact name={t('app.device.overview.today')}>
          <TodaySummary key={device.id} deviceId={device.id} />
        </Fact>
        <Fact name={t('app.device.overview.alerts')}>
          <DeviceAlerts device={{ id: device.id, label }} />
        </Fact>
        <ExpiryFacts
          device={device}
          action={
            canRenew && (
              <ActionButton size="compact-xs" onClick={() => setOpen('renewal')}>
                {t('app.actions.renew')}
              </ActionButton>
            )
          }
        />
        <Fact name={t('common.groups')}>
          {groupsText(
            groups.map(({ name }) => name),
            groupGap,
            format,
          )}{' '}
          <ActionButton size="compact-xs" onClick={() => setOpen('add')}>
            {t('app.device.overview.addGroup')}
          </ActionButton>
        </Fact>
        <Fact name={t('vehicle-kinds.name')}>
          <VehicleKindText device={device} />{' '}
          <ActionButton size="compact-xs" onClick={() => setOpen('vehicleKind')}>
            {t('vehicle-kinds.change')}
          </ActionButton>
        </Fact>
      </FactList>
      <DeviceNote key={device.id} device={{ id: device.id, label }} />
      <UsersWithAccess deviceId={device.id} />
      <DeviceDialogs
        ids={[device.id]}
        device={{ id: device.id, label }}
        open={open}
        onClose={() => setOpen(null)}
      />
    </>
  );
}
