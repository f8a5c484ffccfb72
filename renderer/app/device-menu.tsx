import { Menu } from '@mantine/core';
import { useState } from 'react';
import { linkOfDevice } from '#shared/domain/device';
import { RenewDialog } from '#features/expiry';
import { ChooseGroups } from '#features/groups';
import { openHistory } from '#features/history';
import { BulkLimits } from '#features/limits';
import { nearbyTexts, nearbyStore } from '#features/nearby';
import { reportMessages, reportStore } from '#features/reports';
import { useOpenSession } from '#features/session';
import { useAccountZone } from '#features/settings';
import { useSubmissionMode } from '#features/submit';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { texts } from './app-texts';
import { hrefOf } from './routes';

// What can be done with one device: the menu of the details and that of a row are made of this.

export type DeviceDialog = 'limits' | 'renewal' | 'add' | 'remove';

export interface MenuDevice {
  id: string;
  label: string;
}

/** What the service lets this account change. */
export function useDeviceCapabilities(): { canLimit: boolean; canRenew: boolean } {
  const capabilities = useOpenSession()?.capabilities;
  const canLimit = capabilities?.writesLimits ?? false;
  return { canLimit, canRenew: canLimit || (capabilities?.activates ?? false) };
}

interface DialogsProps {
  device: MenuDevice;
  open: DeviceDialog | null;
  onClose: () => void;
}

/** The dialogs that change one device. */
export function DeviceDialogs({ device: { id, label }, open, onClose }: DialogsProps) {
  const { canLimit } = useDeviceCapabilities();
  const { zone } = useAccountZone();
  switch (open) {
    case 'add':
    case 'remove':
      return <ChooseGroups how={open} deviceIds={[id]} onClose={onClose} />;
    case 'limits':
      return <BulkLimits ids={[id]} onClose={onClose} />;
    case 'renewal':
      return (
        <RenewDialog ids={[id]} label={label} zone={zone} takesDates={canLimit} onClose={onClose} />
      );
    case null:
      return null;
  }
}

interface DeviceMenuItemsProps {
  device: MenuDevice;
  onDialog: (dialog: DeviceDialog) => void;
}

/** The actions that do not depend on where the menu is. */
export function DeviceMenuItems({ device, onDialog }: DeviceMenuItemsProps) {
  const { canLimit, canRenew } = useDeviceCapabilities();
  const takesSubmissions = useSubmissionMode() !== 'query';
  const link = linkOfDevice(device.id);
  return (
    <>
      <Menu.Item onClick={() => openHistory(device)}>{commonTexts.history}</Menu.Item>
      <Menu.Item onClick={() => nearbyStore.open({ kind: 'device', ...device })}>
        {nearbyTexts.menuItem}
      </Menu.Item>
      <Menu.Item onClick={() => reportStore.open({ deviceIds: [device.id], label: device.label })}>
        {reportMessages.open}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => onDialog('add')}>{texts.addToGroups}</Menu.Item>
      <Menu.Item onClick={() => onDialog('remove')}>{texts.removeFromGroups}</Menu.Item>
      {canLimit && <Menu.Item onClick={() => onDialog('limits')}>{texts.setLimits}</Menu.Item>}
      {canRenew && <Menu.Item onClick={() => onDialog('renewal')}>{texts.renew}</Menu.Item>}
      {takesSubmissions && (
        <Menu.Item
          onClick={() => {
            window.location.hash = hrefOf('submit');
          }}
        >
          {texts.openTheSubmitPage}
        </Menu.Item>
      )}
      <Menu.Divider />
      {link !== null && <CopyItem name={texts.copyLink} done={texts.linkCopied} text={link} />}
      <CopyItem name={texts.copyId} done={texts.idCopied} text={device.id} />
    </>
  );
}

interface CopyItemProps {
  name: string;
  done: string;
  text: string;
}

/** Stays open and confirms that it has copied. */
export function CopyItem({ name, done, text }: CopyItemProps) {
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async () => {
    if ((await api.app.copyText({ text })).ok) setCopied(text);
  };
  return (
    <Menu.Item closeMenuOnClick={false} onClick={() => void copy()}>
      {copied === text ? done : name}
    </Menu.Item>
  );
}
