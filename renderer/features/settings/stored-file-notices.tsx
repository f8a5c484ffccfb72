import { Button } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { StoredFileProblem } from '#shared/domain/stored-file';
import { api } from '#lib/api';
import { createMirror } from '#lib/mirror';
import { useAction } from '#lib/use-action';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import { texts } from './settings-texts';
import { storedFileMessage } from './stored-file-messages';
import classes from './settings.module.css';
import { messages } from './settings-messages';

const problemsMirror = createMirror(
  () => api.storedFiles.problems(),
  (listener) => api.storedFiles.onChanged(listener),
);

/** Says which files of the profile could not be read or written, with or without an open account. */
export function StoredFileNotices() {
  const problems = useStore(problemsMirror, ({ value }) => value) ?? [];
  return problems.map((problem) => <StoredFileNotice key={problem.id} problem={problem} />);
}

function StoredFileNotice({ problem }: { problem: StoredFileProblem }) {
  const { title, instead, kept, skipped } = storedFileMessage(problem);
  return (
    <Notice
      tone="warning"
      title={title}
      actions={problem.problem === 'unlisted' && <FindAccounts id={problem.id} />}
      onDismiss={() => void api.storedFiles.dismiss({ id: problem.id })}
    >
      <div>{instead}</div>
      {skipped.length > 0 && (
        <ul className={classes.skipped} aria-label={texts.notRead}>
          {skipped.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
      {kept && <div className={classes.path}>{kept}</div>}
    </Notice>
  );
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
