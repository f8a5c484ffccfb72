import { Button, Menu } from '@mantine/core';
import { Fragment, useState } from 'react';
import { linkOfDevice } from '#shared/domain/device';
import { RenewDialog } from '#features/expiry';
import { contactTexts, useCopyAsText } from '#features/fleet';
import { ChooseGroups, groupMessages, NewGroupDialog } from '#features/groups';
import { askForReport, openHistory } from '#features/history';
import { BulkLimits } from '#features/limits';
import { nearbyTexts, nearbyStore } from '#features/nearby';
import { reportMessages } from '#features/reports';
import { useOpenSession } from '#features/session';
import { useAccountZone } from '#features/settings';
import { SnoozeDialog, snoozeTexts } from '#features/snoozes';
import { useSubmissionMode } from '#features/submit';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { texts } from './app-texts';
import { pageOnScreen } from './routes';

/** What can be done with devices. The menus of one device and the bar of the selected ones are made of this. */
const deviceActions = {
  history: {
    name: commonTexts.history,
    run: ({ device }) => device && openHistory(device),
  },
  nearby: {
    name: nearbyTexts.menuItem,
    run: ({ device }) => device && nearbyStore.open({ kind: 'device', ...device }),
  },
  report: {
    name: reportMessages.open,
    run: ({ ids }) => askForReport({ deviceIds: ids }),
  },
  snooze: { name: snoozeTexts.snooze, dialog: 'snooze' },
  addToGroups: { name: texts.addToGroups, dialog: 'add' },
  removeFromGroups: { name: texts.removeFromGroups, dialog: 'remove' },
  newGroup: { name: groupMessages.newGroup, dialog: 'newGroup' },
  setLimits: { name: texts.setLimits, dialog: 'limits', needs: 'limits' },
  renew: { name: texts.renew, dialog: 'renewal', needs: 'renewals' },
  submit: {
    name: texts.openTheSubmitPage,
    needs: 'submissions',
    run: () => pageOnScreen.show('submit'),
  },
} satisfies Record<string, DeviceAction>;

/** The actions of a menu, in parts. */
const inMenu: readonly (readonly (keyof typeof deviceActions)[])[] = [
  ['history', 'nearby', 'report'],
  ['snooze', 'addToGroups', 'removeFromGroups', 'setLimits', 'renew', 'submit'],
];
const inBar = [
  'snooze',
  'addToGroups',
  'removeFromGroups',
  'newGroup',
  'setLimits',
  'renew',
  'report',
] as const;

export interface MenuDevice {
  id: string;
  label: string;
}

interface Chosen {
  ids: readonly string[];
  /** The one of a menu; null: those that are selected in the table. */
  device: MenuDevice | null;
}

export type DeviceDialog = 'add' | 'remove' | 'newGroup' | 'limits' | 'renewal' | 'snooze';

type DeviceAction = {
  name: string;
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
  return (names: readonly (keyof typeof deviceActions)[]) =>
    names
      .map((name): DeviceAction => deviceActions[name])
      .filter(({ needs }) => needs === undefined || accepted[needs])
      .map((action) => ({
        name: action.name,
        run: () => ('run' in action ? action.run(chosen) : onDialog(action.dialog)),
      }));
}

interface DialogsProps extends Chosen {
  open: DeviceDialog | null;
  onClose: () => void;
}

/** The dialogs of the actions. */
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
    case null:
      return null;
  }
}

/** The actions for the selected devices, as far as the service accepts them. */
export function DeviceActions({ ids }: { ids: ReadonlySet<string> }) {
  const [open, setOpen] = useState<DeviceDialog | null>(null);
  const chosen = { ids: [...ids], device: null };
  const actions = useActions(chosen, setOpen);
  return (
    <>
      {actions(inBar).map(({ name, run }) => (
        <Button key={name} size="xs" variant="default" onClick={run}>
          {name}
        </Button>
      ))}
      <DeviceDialogs {...chosen} open={open} onClose={() => setOpen(null)} />
    </>
  );
}

interface DeviceMenuItemsProps {
  device: MenuDevice;
  onDialog: (dialog: DeviceDialog) => void;
}

/** The actions for one device, wherever its menu is. */
export function DeviceMenuItems({ device, onDialog }: DeviceMenuItemsProps) {
  const actions = useActions({ ids: [device.id], device }, onDialog);
  const link = linkOfDevice(device.id);
  const copyAsText = useCopyAsText();
  return (
    <>
      {inMenu.map((names) => (
        <Fragment key={names[0]}>
          {actions(names).map(({ name, run }) => (
            <Menu.Item key={name} onClick={run}>
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
        </Fragment>
      ))}
      <Menu.Item onClick={() => void copyAsText(device.id)}>{contactTexts.copyAsText}</Menu.Item>
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
