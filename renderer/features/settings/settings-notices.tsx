import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { SkippedPart, StoredFileProblem } from '#shared/domain/stored-file';
import { zoneLabel } from '#shared/domain/time-zone';
import type { PlainKey, Translate } from '#shared/i18n/translate';
import { useOpenSession } from '#features/session';
import { api } from '#lib/api';
import { useAppInfo } from '#lib/app-info';
import { createMirror } from '#lib/mirror';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { FaultNotice } from '#ui/fault-notice';
import type { NoticeItem } from '#ui/notice';
import { page } from '#ui/page';
import { nameOfStored } from './settings-table';
import { useAccountZone, useSettings } from './store';

const problemsMirror = createMirror(
  () => api.storedFiles.problems(),
  (listener) => api.storedFiles.onChanged(listener),
);

/** Which files of the profile could not be read or written, with or without an open account. */
export function useStoredFileNotices(): NoticeItem[] {
  const { t } = useFormat();
  const problems = useStore(problemsMirror, ({ value }) => value) ?? [];
  return problems.map((problem) => {
    const kept = backupText(problem, t);
    return {
      id: problem.id,
      tone: 'warning',
      title: titleOf(problem, t),
      actions: problem.problem === 'unlisted' && <FindAccounts id={problem.id} />,
      onDismiss: () => void api.storedFiles.dismiss({ id: problem.id }),
      children: (
        <>
          <div>{t(effectOf(problem))}</div>
          {problem.skipped.length > 0 && (
            <ul
              style={{ margin: '4px 0', paddingInlineStart: 20 }}
              aria-label={t('settings.files.notRead')}
            >
              {problem.skipped.map((part) => (
                <li key={`${part.kind} ${part.name}`}>{skippedText(part, t)}</li>
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

function titleOf({ content, problem, copies }: StoredFileProblem, t: Translate): string {
  if (problem === 'unlisted') return t('settings.files.unlisted', { count: copies });
  if (content === 'settings' || content === 'accounts') {
    return t(`settings.files.${content}.${problem}`);
  }
  return t(`settings.files.${content}.${problem === 'unwritten' ? 'unwritten' : 'unread'}`);
}

/** What is used instead, and what was kept. Only settings and accounts were entered by the user. */
function effectOf({ content, problem }: StoredFileProblem): PlainKey {
  if (problem === 'unlisted') return 'settings.files.unlisted.effect';
  return content === 'settings' || content === 'accounts'
    ? `settings.files.${content}.${problem}.effect`
    : `settings.files.${content}.effect`;
}

/** Where the old file is; empty if there is none to name. */
function backupText({ problem, backup, file }: StoredFileProblem, t: Translate): string {
  if (problem === 'unwritten' || problem === 'unlisted') return '';
  return backup === null
    ? t('settings.files.oldInPlace', { file })
    : t('settings.files.oldKept', { file: backup });
}

function skippedText({ kind, name }: SkippedPart, t: Translate): string {
  if (name === null) return t('settings.files.unnamed');
  if (kind === 'submissionMode') return t('settings.files.submissionMode', { account: name });
  const known = kind === 'setting' ? nameOfStored(name) : null;
  return known ? t(known) : name;
}

/** Looks for lost accounts in the keychain, which may ask the user. */
function FindAccounts({ id }: { id: string }) {
  const { t } = useFormat();
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
        <span role="status">{t('settings.findAccounts.notNamed', { count: left })}</span>
      )}
      <ActionButton loading={find.isBusy} onClick={() => void find.run()}>
        {t('settings.findAccounts')}
      </ActionButton>
    </>
  );
}

/** This computer names no time zone, while times are shown by its clock. */
export function useComputerZoneNotices(): NoticeItem[] {
  const { t } = useFormat();
  const session = useOpenSession();
  const computer = useAppInfo()?.computerZone;
  const { timeZone } = useSettings();
  const { isProvided } = useAccountZone();
  const isUsed = timeZone === 'computer' || (timeZone === 'account' && !isProvided);
  if (!session || !computer || computer.isNamed || !isUsed) return [];
  const choose = (
    <Anchor href="#/settings" size="sm" draggable={false}>
      {t('settings.zoneNotice.choose')}
    </Anchor>
  );
  return [
    {
      id: 'computerZone',
      tone: 'info',
      title: t('settings.zoneNotice.title'),
      children: <div>{t('settings.zoneNotice.text', { zone: zoneLabel(computer.zone) })}</div>,
      actions: choose,
      onDismiss: 'hide',
    },
  ];
}
