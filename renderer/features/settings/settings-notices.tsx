import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { zoneLabel } from '#shared/domain/time-zone';
import { useOpenSession } from '#features/session';
import { api } from '#lib/api';
import { useAppInfo } from '#lib/app-info';
import { createMirror } from '#lib/mirror';
import { useAction } from '#lib/use-action';
import { FaultNotice } from '#ui/fault-notice';
import type { NoticeItem } from '#ui/notice';
import { page } from '#ui/page';
import { messages, storedFileMessage, texts } from './settings-texts';
import { useAccountZone, useSettings } from './store';

const problemsMirror = createMirror(
  () => api.storedFiles.problems(),
  (listener) => api.storedFiles.onChanged(listener),
);

/** Which files of the profile could not be read or written, with or without an open account. */
export function useStoredFileNotices(): NoticeItem[] {
  const problems = useStore(problemsMirror, ({ value }) => value) ?? [];
  return problems.map((problem) => {
    const { title, instead, kept, skipped } = storedFileMessage(problem);
    return {
      id: problem.id,
      tone: 'warning',
      title,
      actions: problem.problem === 'unlisted' && <FindAccounts id={problem.id} />,
      onDismiss: () => void api.storedFiles.dismiss({ id: problem.id }),
      children: (
        <>
          <div>{instead}</div>
          {skipped.length > 0 && (
            <ul style={{ margin: '4px 0', paddingInlineStart: 20 }} aria-label={texts.notRead}>
              {skipped.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          )}
          {kept && (
            <div className={page.breakable} style={{ userSelect: 'text' }}>
              {kept}
            </div>
          )}
        </>
      ),
    };
  });
}

/** Looks for lost accounts in the keychain, which may ask the user. */
function FindAccounts({ id }: { id: string }) {
  const [left, setLeft] = useState<number | null>(null);
  const find = useAction(async () => {
    const outcome = await api.session.findAccounts();
    if (outcome.ok) {
      setLeft(outcome.value.left);
      if (outcome.value.left === 0) void api.storedFiles.dismiss({ id });
    }
    return outcome;
  });
  return (
    <>
      {find.fault && <FaultNotice fault={find.fault} context="connect" />}
      {left !== null && left > 0 && (
        <span role="status">
          {left === 1 ? texts.theKeychainDoesNotName : messages.accountsNotNamed(left)}
        </span>
      )}
      <Button size="xs" variant="default" loading={find.isBusy} onClick={() => void find.run()}>
        {texts.findTheAccounts}
      </Button>
    </>
  );
}

/** This computer names no time zone, while times are shown by its clock. */
export function useComputerZoneNotices(): NoticeItem[] {
  const session = useOpenSession();
  const computer = useAppInfo()?.computerZone;
  const { timeZone } = useSettings();
  const { isProvided } = useAccountZone();
  const isUsed = timeZone === 'computer' || (timeZone === 'account' && !isProvided);
  if (!session || !computer || computer.isNamed || !isUsed) return [];
  const choose = (
    <Anchor href="#/settings" size="sm" draggable={false}>
      {texts.chooseATimeZone}
    </Anchor>
  );
  return [
    {
      id: 'computerZone',
      tone: 'info',
      title: texts.theTimeZoneOfThis,
      children: <div>{messages.timesAreIn(zoneLabel(computer.zone))}</div>,
      actions: choose,
      onDismiss: 'hide',
    },
  ];
}
