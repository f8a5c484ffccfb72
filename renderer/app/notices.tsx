import { Button } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useFieldMappingNotices } from '#features/field-mapping';
import { useKeyedMapNotices, useMapFileNotices } from '#features/map';
import { useSession, useSessionNotices } from '#features/session';
import { useComputerZoneNotices, useStoredFileNotices } from '#features/settings';
import { useClockNotices } from '#features/status';
import { openedFileNotice, useOpenedFile } from '#features/submit';
import { api } from '#lib/api';
import { useAppInfo } from '#lib/app-info';
import { workerFaults } from '#lib/rpc';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { faultNotice } from '#ui/fault-notice';
import { Notice, type NoticeItem } from '#ui/notice';
import { useRoute } from './routes';
import classes from './shell.module.css';

/** What holds for more than one page, with or without an open account: in one place, in this order. */
export function Notices() {
  const notices = [
    ...useSafeModeNotices(),
    ...useStoredFileNotices(),
    ...useOpenedFileNotices(),
    ...useMapFileNotices(),
    ...useKeyedMapNotices(),
    ...useWorkerFaultNotices(),
    ...useClockNotices(),
    ...useComputerZoneNotices(),
    ...useFieldMappingNotices(),
    ...useSessionNotices(),
  ];
  const [hidden, setHidden] = useState<readonly string[]>([]);
  return (
    <div className={classes.banners}>
      {notices
        .filter(({ id }) => !hidden.includes(id))
        .map(({ id, onDismiss, ...notice }) => (
          <Notice
            key={id}
            {...notice}
            onDismiss={onDismiss === 'hide' ? () => setHidden([...hidden, id]) : onDismiss}
          />
        ))}
    </div>
  );
}

/** What is left out in safe mode, and the way out of it. */
function useSafeModeNotices(): NoticeItem[] {
  const { t } = useFormat();
  if (!useAppInfo()?.isSafeMode) return [];
  const leave = (
    <ActionButton onClick={() => void api.app.restart({ isSafe: false })}>
      {t('app.safeMode.leave')}
    </ActionButton>
  );
  return [
    {
      id: 'safeMode',
      tone: 'info',
      title: t('app.safeMode.title'),
      children: t('app.safeMode.text'),
      actions: leave,
      onDismiss: 'hide',
    },
  ];
}

/** A file waits to be opened; the submit page says it itself. */
function useOpenedFileNotices(): NoticeItem[] {
  const format = useFormat();
  const file = useOpenedFile();
  const route = useRoute();
  const isOpen = useSession()?.phase === 'open';
  if (!file || (isOpen && route === 'submit' && !file.trouble)) return [];
  return [openedFileNotice(file, isOpen ? 'page' : 'account', format)];
}

/** A worker failed. Main restores what was typed, chosen and on screen. */
function useWorkerFaultNotices(): NoticeItem[] {
  const { fault } = useStore(workerFaults);
  const format = useFormat();
  if (!fault) return [];
  const reload = (
    <Button size="xs" onClick={() => window.location.reload()}>
      {format.t('ui.reload.window')}
    </Button>
  );
  return [{ id: 'worker', ...faultNotice(fault, 'open', format), actions: reload }];
}
