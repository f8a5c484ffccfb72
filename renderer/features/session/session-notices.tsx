import { Button } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { passphraseStrength, shortestPassphrase } from '#shared/domain/passphrase';
import { withoutUnseen } from '#shared/domain/text';
import type { Fault } from '#shared/fault';
import { api } from '#lib/api';
import { faultText } from '#lib/fault-text';
import { useAction } from '#lib/use-action';
import { FaultNotice, faultNotice } from '#ui/fault-notice';
import type { NoticeItem } from '#ui/notice';
import { SecretInput } from '#ui/secret-input';
import classes from './session.module.css';
import { keyHint, messages, notStoredText, passphraseHint, texts } from './session-texts';
import { askForKey, lacksKeychain, useIsKeyAsked, useOpenSession } from './store';

/** Notices about the key, the keychain and the offline copy of the open account. */
export function useSessionNotices(): NoticeItem[] {
  const session = useOpenSession();
  const isKeyAsked = useIsKeyAsked();
  if (!session) return [];
  const { needsKey, cacheNotice, notStored, copyStoredIn, keyStoredIn } = session;
  const notices: NoticeItem[] = [];
  if (needsKey) notices.push(needsKeyNotice(needsKey));
  else if (isKeyAsked) notices.push(replaceKeyNotice);
  if (notStored) notices.push(notStoredNotice(notStored, copyStoredIn === 'memory'));
  else if (cacheNotice) {
    const id = JSON.stringify(cacheNotice);
    notices.push({ id, ...faultNotice(cacheNotice, 'open'), onDismiss: 'hide' });
  }
  if (copyStoredIn === 'passphrase' && keyStoredIn === 'memory') notices.push(keyInMemoryNotice);
  if (copyStoredIn === 'keychain' && keyStoredIn === 'memory') notices.push(keyNotStoredNotice);
  if (lacksKeychain(session)) notices.push(copyInMemoryNotice(keyStoredIn !== 'keychain'));
  return notices;
}

const keyInMemoryNotice: NoticeItem = {
  id: 'noKeychain',
  tone: 'info',
  title: texts.noKeychainTheKeyIs,
  children: texts.theOfflineCopyIsProtected,
  onDismiss: 'hide',
};

function notStoredNotice(fault: Fault, isUntilRestart: boolean): NoticeItem {
  const { title, what, todo } = notStoredText(fault, isUntilRestart);
  const children = (
    <>
      <div>{what}</div>
      <div>{todo}</div>
    </>
  );
  return { id: 'notStored', tone: 'fault', title, isAlert: true, children };
}

function needsKeyNotice(reason: Fault): NoticeItem {
  const { title, what, lost, todo } = faultText(reason, 'open');
  const children = (
    <>
      <div>
        {what} {lost} {todo}
      </div>
      <KeyForm action={texts.connect} />
    </>
  );
  return { id: 'needsKey', tone: 'fault', title, isAlert: true, children };
}

const replaceKeyNotice: NoticeItem = {
  id: 'replaceKey',
  tone: 'info',
  title: texts.replaceTheKeyOfThis,
  children: (
    <>
      <div>{texts.theNewKeyIsChecked}</div>
      <KeyForm action={texts.useThisKey} />
    </>
  ),
  onDismiss: () => askForKey(false),
};

function KeyForm({ action }: { action: string }) {
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
          label={texts.apiKey}
          revealLabel={texts.showWhatIsTyped}
          hint={keyHint}
          inputRef={input}
          error={isRefusedAgain && texts.theServiceDoesNotAccept}
        />
        <Button type="submit" size="xs" loading={replace.isBusy}>
          {action}
        </Button>
      </div>
      {replace.fault && !isRefusedAgain && <FaultNotice fault={replace.fault} context="open" />}
    </form>
  );
}

/** The keychain was locked or gone when the key was to be stored. */
function StoreKey() {
  const store = useAction(api.session.storeKey);
  return (
    <>
      {store.fault && <FaultNotice fault={store.fault} context="open" />}
      <Button size="xs" variant="default" loading={store.isBusy} onClick={() => void store.run()}>
        {texts.storeTheKey}
      </Button>
    </>
  );
}

const keyNotStoredNotice: NoticeItem = {
  id: 'keyNotStored',
  tone: 'warning',
  title: texts.theKeyIsNotIn,
  children: <div>{texts.theKeychainDidNotTake}</div>,
  actions: <StoreKey />,
};

function copyInMemoryNotice(isKeyInMemory: boolean): NoticeItem {
  const children = (
    <>
      <div>
        {isKeyInMemory && `${texts.keyInMemoryToo} `}
        {texts.withAPassphrase}
      </div>
      <PassphraseForm />
    </>
  );
  const title = texts.noKeychainTheOfflineCopy;
  return { id: 'noKeychain', tone: 'warning', title, children, onDismiss: 'hide' };
}

const strengthMessages = {
  tooShort: messages.passphraseHint(shortestPassphrase),
  weak: texts.weakSomebodyWhoHasThe,
  fair: texts.fairGuessingItTakesYears,
  strong: texts.strongIfItIsNot,
};

function PassphraseForm() {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState({ length: 0, strength: passphraseStrength('') });
  const keep = useAction(api.session.setPassphrase);
  const isTooShort = typed.length > 0 && typed.length < shortestPassphrase;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const passphrase = input.current?.value ?? '';
    if (passphrase.length >= shortestPassphrase) void keep.run({ passphrase });
  };
  return (
    <form onSubmit={submit} aria-busy={keep.isBusy}>
      <div className={classes.banner}>
        <SecretInput
          className={classes.field}
          size="xs"
          label={texts.passphrase}
          revealLabel={texts.showWhatIsTyped}
          hint={passphraseHint}
          inputRef={input}
          onTyped={(text) => setTyped({ length: text.length, strength: passphraseStrength(text) })}
          error={isTooShort ? messages.passphraseTooShort(shortestPassphrase) : undefined}
          description={strengthMessages[typed.strength]}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <Button type="submit" size="xs" variant="default" loading={keep.isBusy}>
          {texts.keepTheCopy}
        </Button>
      </div>
      {keep.fault && <FaultNotice fault={keep.fault} context="open" />}
    </form>
  );
}
