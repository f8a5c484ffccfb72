import { Button, Stack, TextInput } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { withoutUnseen } from '#shared/domain/text';
import type { Profile } from '#shared/domain/session';
import type { Fault } from '#shared/fault';
import { api } from '#lib/api';
import { useAppInfo } from '#lib/app-info';
import { useAction, type Action } from '#lib/use-action';
import { FaultNotice } from '#ui/fault-notice';
import { SecretInput } from '#ui/secret-input';
import { addressHint } from './address-hint';
import { keyHint, keyPlaceText } from './connect-messages';
import { texts } from './session-texts';
import { messages } from './session-messages';

export type Connect = Action<Parameters<typeof api.session.connect>>;
export const useConnect = (): Connect => useAction(api.session.connect);

interface ConnectFormProps {
  connect: Connect;
  /** The account whose address and name are filled in. */
  prefill: Profile | null;
  /** Of this form, or of what is beside it. */
  fault: Fault | null;
  /** Something else is being opened. */
  isOtherBusy: boolean;
  /** The user pressed Connect. */
  onSubmit: () => void;
  /** Above the fields. */
  head: ReactNode;
  /** Below the button. */
  children: ReactNode;
}

/** Asks for the service address, the user name and the API key. */
export function ConnectForm(props: ConnectFormProps) {
  const { connect, prefill, fault, isOtherBusy, head, children } = props;
  const isBusy = connect.isBusy || isOtherBusy;
  const preset = useAppInfo()?.presetAddress ?? '';
  const [typedAddress, setAddress] = useState(prefill?.address ?? null);
  const address = typedAddress ?? preset;
  const [userName, setUserName] = useState(prefill?.userName ?? '');
  const keyInput = useRef<HTMLInputElement>(null);
  const [hasKey, setHasKey] = useState(false);
  const [wasTried, setTried] = useState(false);
  const [isAddressLeft, setAddressLeft] = useState(false);
  const hint = addressHint(address);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    props.onSubmit();
    const apiKey = keyInput.current?.value;
    if (isBusy || !isGiven(address) || !isGiven(userName) || !isGiven(apiKey)) return;
    void connect.run({ address, userName, apiKey });
  };
  const missing = (hasText: boolean, what: string) =>
    wasTried && !hasText ? messages.isNeeded(what) : undefined;

  return (
    <form onSubmit={submit} noValidate aria-busy={isBusy}>
      <Stack gap="md">
        {head}
        {fault && <FaultNotice fault={fault} context="connect" />}
        <TextInput
          label={texts.serviceAddress}
          placeholder="https://api.example.com"
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
          description={hint.says}
          error={
            missing(isGiven(address), texts.theAddress) ?? (isAddressLeft && !fault && hint.refusal)
          }
          onFocus={() => setAddressLeft(false)}
          onBlur={() => setAddressLeft(true)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoFocus={!prefill}
          data-autofocus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <TextInput
          label={texts.userName}
          value={userName}
          onChange={(event) => setUserName(event.currentTarget.value)}
          error={missing(isGiven(userName), texts.theUserName)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <SecretInput
          label={texts.apiKey}
          revealLabel={texts.showWhatIsTyped}
          hint={keyHint}
          inputRef={keyInput}
          onTyped={(text) => setHasKey(isGiven(text))}
          description={<KeyPlace />}
          error={missing(hasKey, texts.theKey)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoFocus={prefill !== null}
        />
        <Button
          type="submit"
          loading={connect.isBusy}
          disabled={isOtherBusy}
          leftSection={<IconPlugConnected size={16} aria-hidden />}
        >
          {texts.connect}
        </Button>
        {children}
      </Stack>
    </form>
  );
}

const isGiven = (text: string | undefined): text is string => withoutUnseen(text ?? '') !== '';

function KeyPlace() {
  return keyPlaceText(useAppInfo()?.keychainName ?? null);
}
