import { Button } from '@mantine/core';
import { useRef, type FormEvent } from 'react';
import { withoutUnseen } from '#shared/domain/text';
import type { Fault } from '#shared/fault';
import type { PlainKey } from '#shared/i18n/translate';
import { api } from '#lib/api';
import { faultText } from '#lib/faults';
import type { Format } from '#lib/format';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { FaultNotice, faultNotice } from '#ui/fault-notice';
import type { NoticeItem } from '#ui/notice';
import { SecretInput } from '#ui/secret-input';
import classes from './session.module.css';
import { keyHint, PassphraseForm } from './passphrase';
import { askForKey, lacksKeychain, useIsKeyAsked, useOpenSession } from './store';

/** Notices about the key, the keychain and the offline copy of the open account. */
export function useSessionNotices(): NoticeItem[] {
  const session = useOpenSession();
  const isKeyAsked = useIsKeyAsked();
  const format = useFormat();
  if (!session) return [];
  const { needsKey, cacheNotice, notStored, copyStoredIn, keyStoredIn } = session;
  const notices: NoticeItem[] = [];
  if (needsKey) notices.push(needsKeyNotice(needsKey, format));
  else if (isKeyAsked) notices.push(replaceKeyNotice(format));
  if (notStored) notices.push(notStoredNotice(notStored, copyStoredIn === 'memory', format));
  else if (cacheNotice) {
    const id = JSON.stringify(cacheNotice);
    notices.push({ id, ...faultNotice(cacheNotice, 'open', format), onDismiss: 'hide' });
  }
  if (copyStoredIn === 'passphrase' && keyStoredIn === 'memory')
    notices.push(keyInMemoryNotice(format));
  if (copyStoredIn === 'keychain' && keyStoredIn === 'memory')
    notices.push(keyNotStoredNotice(format));
  if (lacksKeychain(session)) notices.push(copyInMemoryNotice(keyStoredIn !== 'keychain', format));
  return notices;
}

const keyInMemoryNotice = ({ t }: Format): NoticeItem => ({
  id: 'noKeychain',
  tone: 'info',
  title: t('session.keyInMemory.title'),
  children: t('session.keyInMemory.text'),
  onDismiss: 'hide',
});

/** Nothing new is stored; `isUntilRestart`: the file could not be used at the start. */
function notStoredNotice(fault: Fault, isUntilRestart: boolean, { t }: Format): NoticeItem {
  const storage = fault.kind === 'storage' ? fault.reason : 'damaged';
  const reason = storage === 'passphrase' ? 'damaged' : storage;
  const then = isUntilRestart ? 'restart' : 'wait';
  const children = (
    <>
      <div>{t('session.notStored.effect')}</div>
      <div>
        {t(
          reason === 'damaged'
            ? 'session.notStored.damaged.restart'
            : `session.notStored.${reason}.${then}`,
        )}
      </div>
    </>
  );
  const title = t(`session.notStored.${reason}`);
  return { id: 'notStored', tone: 'fault', title, isAlert: true, children };
}

function needsKeyNotice(reason: Fault, format: Format): NoticeItem {
  const { title, what, lost, todo } = faultText(reason, 'open', format);
  const children = (
    <>
      <div>
        {what} {lost} {todo}
      </div>
      <KeyForm action="session.connect" />
    </>
  );
  return { id: 'needsKey', tone: 'fault', title, isAlert: true, children };
}

const replaceKeyNotice = ({ t }: Format): NoticeItem => ({
  id: 'replaceKey',
  tone: 'info',
  title: t('session.replaceKey.title'),
  children: (
    <>
      <div>{t('session.replaceKey.help')}</div>
      <KeyForm action="session.replaceKey.confirm" />
    </>
  ),
  onDismiss: () => askForKey(false),
});

function KeyForm({ action }: { action: PlainKey }) {
  const { t } = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const replace = useAction(api.session.replaceKey);
  // The notice around this form already says why the key was refused.
  const isRefusedAgain = replace.fault?.kind === 'unauthorized';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const apiKey = input.current?.value ?? '';
    if (withoutUnseen(apiKey) !== '' && (await replace.run({ apiKey }))) askForKey(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)} aria-busy={replace.isBusy}>
      <div className={classes.banner}>
        <SecretInput
          className={classes.field}
          size="xs"
          label={t('session.key')}
          revealLabel={t('session.reveal')}
          hint={keyHint}
          inputRef={input}
          error={isRefusedAgain && t('session.replaceKey.refused')}
        />
        <Button type="submit" size="xs" loading={replace.isBusy}>
          {t(action)}
        </Button>
      </div>
      {replace.fault && !isRefusedAgain && <FaultNotice fault={replace.fault} context="open" />}
    </form>
  );
}

/** The keychain was locked or gone when the key was to be stored. */
function StoreKey() {
  const { t } = useFormat();
  const store = useAction(api.session.storeKey);
  return (
    <>
      {store.fault && <FaultNotice fault={store.fault} context="open" />}
      <ActionButton loading={store.isBusy} onClick={() => void store.run()}>
        {t('session.keyNotStored.store')}
      </ActionButton>
    </>
  );
}

const keyNotStoredNotice = ({ t }: Format): NoticeItem => ({
  id: 'keyNotStored',
  tone: 'warning',
  title: t('session.keyNotStored.title'),
  children: <div>{t('session.keyNotStored.text')}</div>,
  actions: <StoreKey />,
});

function copyInMemoryNotice(isKeyInMemory: boolean, { t }: Format): NoticeItem {
  const children = (
    <>
      {isKeyInMemory && <div>{t('session.copyInMemory.key')}</div>}
      <div>{t('session.copyInMemory.text')}</div>
      <PassphraseForm action="session.passphrase.set" />
    </>
  );
  const title = t('session.copyInMemory.title');
  return { id: 'noKeychain', tone: 'warning', title, children, onDismiss: 'hide' };
}
