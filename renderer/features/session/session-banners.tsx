import { Button } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { passphraseStrength, shortestPassphrase } from '#shared/domain/passphrase';
import { withoutUnseen } from '#shared/domain/text';
import type { Fault } from '#shared/fault';
import { api } from '#lib/api';
import { faultText } from '#lib/fault-text';
import { useAction } from '#lib/use-action';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import { SecretInput } from '#ui/secret-input';
import classes from './connect.module.css';
import { keyHint, passphraseHint } from './connect-messages';
import { lacksKeychain } from './lacks-keychain';
import { memoryMessages } from './memory-messages';
import { notStoredText } from './not-stored-messages';
import { texts } from './session-texts';
import { useOpenSession } from './store';
import { messages } from './session-messages';

/** Notices about the key, the keychain and the offline copy of the open account. */
export function SessionBanners({ isKeyAsked, onKeyDone }: KeyAsking) {
  const session = useOpenSession();
  const [seenNotice, setSeenNotice] = useState<Fault | null>(null);
  const [isCopyNoticeSeen, setCopyNoticeSeen] = useState(false);
  if (!session) return null;
  const { needsKey, cacheNotice, notStored, copyStoredIn, keyStoredIn } = session;
  return (
    <>
      {needsKey && <NeedsKey reason={needsKey} onDone={onKeyDone} />}
      {!needsKey && isKeyAsked && <ReplaceKey onDone={onKeyDone} />}
      {notStored && <NotStored fault={notStored} isUntilRestart={copyStoredIn === 'memory'} />}
      {cacheNotice && !notStored && cacheNotice !== seenNotice && (
        <FaultNotice
          fault={cacheNotice}
          context="open"
          onDismiss={() => setSeenNotice(cacheNotice)}
        />
      )}
      {copyStoredIn === 'passphrase' && keyStoredIn === 'memory' && !isCopyNoticeSeen && (
        <Notice
          tone="info"
          title={texts.noKeychainTheKeyIs}
          onDismiss={() => setCopyNoticeSeen(true)}
        >
          {texts.theOfflineCopyIsProtected}
        </Notice>
      )}
      {copyStoredIn === 'keychain' && keyStoredIn === 'memory' && <KeyNotStored />}
      {lacksKeychain(session) && !isCopyNoticeSeen && (
        <MemoryOnly
          isKeyInMemory={keyStoredIn !== 'keychain'}
          onDismiss={() => setCopyNoticeSeen(true)}
        />
      )}
    </>
  );
}

/** The keychain was locked or gone when the key was to be stored. */
function KeyNotStored() {
  const store = useAction(api.session.storeKey);
  return (
    <Notice
      tone="warning"
      title={texts.theKeyIsNotIn}
      actions={
        <Button size="xs" variant="default" loading={store.isBusy} onClick={() => void store.run()}>
          {texts.storeTheKey}
        </Button>
      }
    >
      <div>{texts.theKeychainDidNotTake}</div>
      {store.fault && <FaultNotice fault={store.fault} context="open" />}
    </Notice>
  );
}

export interface KeyAsking {
  /** The user wants to replace a key that still works. */
  isKeyAsked: boolean;
  onKeyDone: () => void;
}

function NotStored({ fault, isUntilRestart }: { fault: Fault; isUntilRestart: boolean }) {
  const { title, what, todo } = notStoredText(fault, isUntilRestart);
  return (
    <Notice tone="fault" title={title} isAlert>
      <div>{what}</div>
      <div>{todo}</div>
    </Notice>
  );
}

function NeedsKey({ reason, onDone }: { reason: Fault; onDone: () => void }) {
  const { title, what, lost, todo } = faultText(reason, 'open');
  return (
    <Notice tone="fault" title={title} isAlert>
      <div>
        {what} {lost} {todo}
      </div>
      <KeyForm action={texts.connect} onDone={onDone} />
    </Notice>
  );
}

function ReplaceKey({ onDone }: { onDone: () => void }) {
  return (
    <Notice tone="info" title={texts.replaceTheKeyOfThis} onDismiss={onDone}>
      <div>{texts.theNewKeyIsChecked}</div>
      <KeyForm action={texts.useThisKey} onDone={onDone} />
    </Notice>
  );
}

function KeyForm({ action, onDone }: { action: string; onDone: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const replace = useAction(api.session.replaceKey);
  // The notice around this form already says why the key was refused.
  const isRefusedAgain = replace.fault?.kind === 'unauthorized';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const apiKey = input.current?.value ?? '';
    if (withoutUnseen(apiKey) !== '' && (await replace.run({ apiKey }))) onDone();
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

const strengthMessages = {
  tooShort: messages.passphraseHint(shortestPassphrase),
  weak: texts.weakSomebodyWhoHasThe,
  fair: texts.fairGuessingItTakesYears,
  strong: texts.strongIfItIsNot,
};

function MemoryOnly(props: { isKeyInMemory: boolean; onDismiss: () => void }) {
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
    <Notice tone="warning" title={texts.noKeychainTheOfflineCopy} onDismiss={props.onDismiss}>
      <div>
        {props.isKeyInMemory && `${memoryMessages.keyToo} `}
        {memoryMessages.passphrase}
      </div>
      <form onSubmit={submit} aria-busy={keep.isBusy}>
        <div className={classes.banner}>
          <SecretInput
            className={classes.field}
            size="xs"
            label={texts.passphrase}
            revealLabel={texts.showWhatIsTyped}
            hint={passphraseHint}
            inputRef={input}
            onTyped={(text) =>
              setTyped({ length: text.length, strength: passphraseStrength(text) })
            }
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
    </Notice>
  );
}
