import { Group } from '@mantine/core';
import { useRef, useState, type FormEvent, type RefObject } from 'react';
import { passphraseStrength, shortestPassphrase } from '#shared/domain/passphrase';
import { type PlainKey, message, type Message } from '#shared/i18n/translate';
import { api } from '#lib/api';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { FaultNotice } from '#ui/fault-notice';
import { showToast } from '#lib/toasts';
import { SecretInput } from '#ui/secret-input';
import { readAddress } from '#shared/domain/address';
import { hasUnseen, keyDoubt } from '#shared/domain/text';
import classes from './session.module.css';
import { useOpenSession } from './store';

/** Sets, changes or removes the passphrase of the open account. */
export function PassphraseSetting() {
  const { t } = useFormat();
  const session = useOpenSession();
  const [asked, setAsked] = useState<'change' | 'remove' | null>(null);
  if (!session) return null;
  if (session.copyStoredIn !== 'passphrase') {
    return <PassphraseForm action="session.passphrase.protect" />;
  }
  return (
    <>
      <Group gap="sm">
        <ActionButton
          aria-expanded={asked === 'change'}
          onClick={() => setAsked(asked === 'change' ? null : 'change')}
        >
          {t('session.passphrase.change')}
        </ActionButton>
        {/* Without a keychain nothing else could open the copy. */}
        {session.keyStoredIn === 'keychain' && (
          <ActionButton
            aria-expanded={asked === 'remove'}
            onClick={() => setAsked(asked === 'remove' ? null : 'remove')}
          >
            {t('session.passphrase.remove')}
          </ActionButton>
        )}
      </Group>
      {asked === 'change' && (
        <PassphraseForm
          action="session.passphrase.change.confirm"
          asksCurrent
          onDone={() => setAsked(null)}
        />
      )}
      {asked === 'remove' && <RemovePassphrase />}
    </>
  );
}

interface PassphraseFormProps {
  action: PlainKey;
  /** There is a passphrase already. */
  asksCurrent?: boolean;
  onDone?: () => void;
}

/** Asks for a new passphrase. */
export function PassphraseForm({ action, asksCurrent = false, onDone }: PassphraseFormProps) {
  const { t } = useFormat();
  const current = useRef<HTMLInputElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState({ length: 0, strength: passphraseStrength('') });
  const set = useAction(api.session.setPassphrase);
  const isTooShort = typed.length > 0 && typed.length < shortestPassphrase;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const passphrase = input.current?.value ?? '';
    if (passphrase.length < shortestPassphrase) return;
    const isSet = await set.run({ passphrase, current: current.current?.value ?? '' });
    if (!isSet) return;
    showToast({ tone: 'info', title: t('session.passphrase.isSet') });
    onDone?.();
  };
  return (
    <form onSubmit={(event) => void submit(event)} aria-busy={set.isBusy}>
      {asksCurrent && <CurrentPassphrase inputRef={current} />}
      <div className={classes.banner}>
        <SecretInput
          className={classes.field}
          size="xs"
          label={t(asksCurrent ? 'session.passphrase.new' : 'session.passphrase')}
          revealLabel={t('session.reveal')}
          hint={passphraseHint}
          inputRef={input}
          onTyped={(text) => setTyped({ length: text.length, strength: passphraseStrength(text) })}
          error={
            isTooShort ? t('session.passphrase.tooShort', { count: shortestPassphrase }) : undefined
          }
          description={
            typed.strength === 'tooShort'
              ? t('session.passphrase.hint', { count: shortestPassphrase })
              : t(`session.passphrase.${typed.strength}`)
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <ActionButton type="submit" loading={set.isBusy}>
          {t(action)}
        </ActionButton>
      </div>
      {set.fault && <FaultNotice fault={set.fault} context="open" />}
    </form>
  );
}

function RemovePassphrase() {
  const { t } = useFormat();
  const current = useRef<HTMLInputElement>(null);
  const remove = useAction(api.session.setPassphrase);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const typed = current.current?.value ?? '';
    if (await remove.run({ passphrase: null, current: typed })) {
      showToast({ tone: 'info', title: t('session.passphrase.isRemoved') });
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} aria-busy={remove.isBusy}>
      <div className={classes.banner}>
        <CurrentPassphrase inputRef={current} />
        <ActionButton type="submit" loading={remove.isBusy}>
          {t('session.passphrase.remove.confirm')}
        </ActionButton>
      </div>
      {remove.fault && <FaultNotice fault={remove.fault} context="open" />}
    </form>
  );
}

function CurrentPassphrase({ inputRef }: { inputRef: RefObject<HTMLInputElement | null> }) {
  const { t } = useFormat();
  return (
    <SecretInput
      className={classes.field}
      size="xs"
      label={t('session.passphrase.current')}
      revealLabel={t('session.reveal')}
      hint={passphraseHint}
      inputRef={inputRef}
    />
  );
}

/** The hint of the address field while the user types. */
interface AddressHint {
  says: Message;
  /** Why it is not an address; shown when the field loses the focus. */
  refusal?: Message;
}

/** Parses the address as main does, and shows the result. */
export function addressHint(typed: string): AddressHint {
  const text = typed.trim();
  const usual = message('session.address.help');
  if (text === '') return { says: usual };
  const parsed = readAddress(text);
  if (!parsed.ok) return { says: usual, refusal: parsed.message };
  return { says: message('session.address.readAs', { address: parsed.address }) };
}

/** What to look at in a pasted key; characters that nobody sees are removed without a word. */
export function keyHint(typed: string): PlainKey | undefined {
  const doubt = keyDoubt(typed);
  return doubt ? `session.key.doubt.${doubt}` : undefined;
}

export const passphraseHint = (typed: string): PlainKey | undefined =>
  hasUnseen(typed) ? 'session.passphrase.unseen' : undefined;
