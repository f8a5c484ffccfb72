import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { Fault } from '#shared/fault';
import { api } from '#lib/api';
import { faultText } from '#lib/fault-text';
import { useAction } from '#lib/use-action';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import { SecretInput } from '#ui/secret-input';
import classes from './connect.module.css';
import { lacksKeychain } from './lacks-keychain';
import { useOpenSession } from './store';

/** Notices about the key, the keychain and the offline copy of the open account. */
export function SessionBanners({ isKeyAsked, onKeyDone }: KeyAsking) {
  const session = useOpenSession();
  const [seenNotice, setSeenNotice] = useState<Fault | null>(null);
  const [isCopyNoticeSeen, setCopyNoticeSeen] = useState(false);
  if (!session) return null;
  const { needsKey, cacheNotice, copyStoredIn, keyStoredIn } = session;
  return (
    <>
      {needsKey && <NeedsKey reason={needsKey} onDone={onKeyDone} />}
      {!needsKey && isKeyAsked && <ReplaceKey onDone={onKeyDone} />}
      {cacheNotice && cacheNotice !== seenNotice && (
        <FaultNotice
          fault={cacheNotice}
          context="open"
          onDismiss={() => setSeenNotice(cacheNotice)}
        />
      )}
      {copyStoredIn === 'passphrase' && keyStoredIn === 'memory' && !isCopyNoticeSeen && (
        <Notice
          tone="info"
          title="No keychain: the key is stored for this session only"
          onDismiss={() => setCopyNoticeSeen(true)}
        >
          The offline copy is protected by your passphrase; you will be asked for the key at the
          next start.
        </Notice>
      )}
      {lacksKeychain(session) && !isCopyNoticeSeen && (
        <MemoryOnly
          isKeyInMemory={keyStoredIn !== 'keychain'}
          onDismiss={() => setCopyNoticeSeen(true)}
        />
      )}
    </>
  );
}

export interface KeyAsking {
  /** The user wants to replace a key that still works. */
  isKeyAsked: boolean;
  onKeyDone: () => void;
}

function NeedsKey({ reason, onDone }: { reason: Fault; onDone: () => void }) {
  const { title, what, lost, todo } = faultText(reason, 'open');
  return (
    <Notice tone="fault" title={title} isAlert>
      <div>
        {what} {lost} {todo}
      </div>
      <KeyForm action="Connect" onDone={onDone} />
    </Notice>
  );
}

function ReplaceKey({ onDone }: { onDone: () => void }) {
  return (
    <Notice tone="info" title="Replace the key of this account" onDismiss={onDone}>
      <div>
        The new key is checked with the service first; the old key stays until the service accepts
        the new one.
      </div>
      <KeyForm action="Use this key" onDone={onDone} />
    </Notice>
  );
}

function KeyForm({ action, onDone }: { action: string; onDone: () => void }) {
  const [apiKey, setApiKey] = useState('');
  const replace = useAction(api.session.replaceKey);
  // The notice around this form already says why the key was refused.
  const isRefusedAgain = replace.fault?.kind === 'unauthorized';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!apiKey.trim()) return;
    if (await replace.run({ apiKey: apiKey.trim() })) onDone();
  };
  return (
    <form onSubmit={(event) => void submit(event)} aria-busy={replace.isBusy}>
      <div className={classes.banner}>
        <SecretInput
          className={classes.field}
          size="xs"
          label="API key"
          revealLabel="Show what is typed"
          value={apiKey}
          onChange={(event) => setApiKey(event.currentTarget.value)}
          error={isRefusedAgain && 'The service does not accept this key.'}
        />
        <Button type="submit" size="xs" loading={replace.isBusy}>
          {action}
        </Button>
      </div>
      {replace.fault && !isRefusedAgain && <FaultNotice fault={replace.fault} context="open" />}
    </form>
  );
}

const shortestPassphrase = 8;

function MemoryOnly(props: { isKeyInMemory: boolean; onDismiss: () => void }) {
  const [passphrase, setPassphrase] = useState('');
  const keep = useAction(api.session.setPassphrase);
  const isTooShort = passphrase.length > 0 && passphrase.length < shortestPassphrase;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (passphrase.length >= shortestPassphrase) void keep.run({ passphrase });
  };
  return (
    <Notice
      tone="warning"
      title="No keychain: the offline copy lasts for this session only"
      onDismiss={props.onDismiss}
    >
      <div>
        {props.isKeyInMemory &&
          'The key too is stored in memory only; you will be asked for it at the next start. '}
        With a passphrase the copy can be stored encrypted and opened again. Waypost does not store
        the passphrase: a forgotten one cannot be recovered.
      </div>
      <form onSubmit={submit} aria-busy={keep.isBusy}>
        <div className={classes.banner}>
          <SecretInput
            className={classes.field}
            size="xs"
            label="Passphrase"
            revealLabel="Show what is typed"
            value={passphrase}
            onChange={(event) => setPassphrase(event.currentTarget.value)}
            error={isTooShort ? `At least ${shortestPassphrase} characters.` : undefined}
          />
          <Button type="submit" size="xs" variant="default" loading={keep.isBusy}>
            Keep the copy
          </Button>
        </div>
        {keep.fault && <FaultNotice fault={keep.fault} context="open" />}
      </form>
    </Notice>
  );
}
