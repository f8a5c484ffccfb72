import { Button, Divider, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconLock, IconPlugConnected, IconTruckDelivery } from '@tabler/icons-react';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { Profile } from '#shared/domain/session';
import { withoutUnseen } from '#shared/domain/text';
import { api } from '#lib/api';
import { useAppInfo } from '#lib/app-info';
import { useUnsavedWork } from '#lib/unsaved-work';
import { useAction } from '#lib/use-action';
import { BrandMark } from '#ui/brand-mark';
import { Dialog } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import { SecretInput } from '#ui/secret-input';
import { page } from '#ui/page';
import { AccountList, useOpening, type Opening } from './accounts';
import classes from './session.module.css';
import { addressHint, keyHint, messages, passphraseHint, texts } from './session-texts';
import { useOpenSession, type OpenSession } from './store';

interface ConnectPageProps {
  /** The account used last. */
  last: Profile | null;
  /** Accounts with data on this computer. */
  known: readonly Profile[];
}

/** The form that connects, the saved accounts and the demo. */
export function ConnectPage({ last, known }: ConnectPageProps) {
  const opening = useOpening();
  return (
    <main className={classes.page}>
      <Paper className={classes.card} withBorder shadow="sm" p="xl">
        <ConnectForm
          opening={opening}
          prefill={last && !last.isDemo ? last : null}
          known={known}
          head={<CardHead title={texts.waypost} text={texts.whereYourFleetIsAnd} />}
        >
          <Divider label={texts.noAccountYet} />
          <Button
            variant="default"
            loading={opening.isOpening('demo')}
            disabled={opening.isBusy}
            leftSection={<IconTruckDelivery size={16} aria-hidden />}
            onClick={() => opening.open('demo', () => api.session.useDemo())}
          >
            {texts.useTheDemoFleet}
          </Button>
          <Text size="xs" c="dimmed">
            {texts.theDemoIsAService}
          </Text>
        </ConnectForm>
      </Paper>
    </main>
  );
}

function CardHead({ title, text }: { title: string; text: string }) {
  return (
    <div className={classes.brand}>
      <BrandMark size={36} />
      <div>
        <Title order={1} size="h3">
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </div>
    </div>
  );
}

/** While the demo is open: a button that asks for an account without closing the demo. */
export function ConnectOwnAccount() {
  const session = useOpenSession();
  const [isOpen, setOpen] = useState(false);
  if (!session?.profile.isDemo) return null;
  return (
    <>
      <Button
        size="xs"
        variant="light"
        className={page.fixed}
        leftSection={<IconPlugConnected size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {texts.connectYourAccount}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={texts.connectYourAccount}>
        <OwnAccountForm session={session} />
      </Dialog>
    </>
  );
}

function OwnAccountForm({ session: { profile, known } }: { session: OpenSession }) {
  const { changes, passwords, jobs } = useUnsavedWork(profile.id);
  const lost = messages.lostOfDemo(changes + passwords, jobs);
  const head = (
    <div>
      <Text size="sm">{texts.demoStays}</Text>
      {lost !== null && (
        <Text size="sm" fw={600}>
          {lost}
        </Text>
      )}
    </div>
  );
  return <ConnectForm opening={useOpening()} prefill={null} known={known} head={head} />;
}

interface ConnectFormProps {
  opening: Opening;
  /** The account whose address and name are filled in. */
  prefill: Profile | null;
  /** Saved accounts, which need no form. */
  known: readonly Profile[];
  /** Above the fields. */
  head: ReactNode;
  /** Below everything else. */
  children?: ReactNode;
}

/** Asks for the service address, the user name and the API key, or for a saved account. */
function ConnectForm({ opening, prefill, known, head, children }: ConnectFormProps) {
  const info = useAppInfo();
  const [typedAddress, setAddress] = useState(prefill?.address ?? null);
  const address = typedAddress ?? info?.presetAddress ?? '';
  const [userName, setUserName] = useState(prefill?.userName ?? '');
  const keyInput = useRef<HTMLInputElement>(null);
  const [hasKey, setHasKey] = useState(false);
  const [wasTried, setTried] = useState(false);
  const [isAddressLeft, setAddressLeft] = useState(false);
  const hint = addressHint(address);
  const { fault } = opening;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    opening.dismiss();
    const apiKey = keyInput.current?.value;
    if (opening.isBusy || !isGiven(address) || !isGiven(userName) || !isGiven(apiKey)) return;
    opening.open('form', () => api.session.connect({ address, userName, apiKey }));
  };
  const missing = (hasText: boolean, what: string) =>
    wasTried && !hasText ? messages.isNeeded(what) : undefined;

  return (
    <form onSubmit={submit} noValidate aria-busy={opening.isBusy}>
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
          description={messages.keyPlace(info?.keychainName ?? null)}
          error={missing(hasKey, texts.theKey)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoFocus={prefill !== null}
        />
        <Button
          type="submit"
          loading={opening.isOpening('form')}
          disabled={opening.isBusy}
          leftSection={<IconPlugConnected size={16} aria-hidden />}
        >
          {texts.connect}
        </Button>
        {known.length > 0 && (
          <>
            <Divider label={texts.savedAccounts} />
            <AccountList accounts={known} opening={opening} />
          </>
        )}
        {children}
      </Stack>
    </form>
  );
}

const isGiven = (text: string | undefined): text is string => withoutUnseen(text ?? '') !== '';

/** Asks for the passphrase of an offline copy stored without a keychain. */
export function UnlockPage({ profile }: { profile: Profile }) {
  const input = useRef<HTMLInputElement>(null);
  const unlock = useAction(api.session.unlock);
  const leave = useAction(api.session.disconnect);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const passphrase = input.current?.value;
    if (passphrase) void unlock.run({ passphrase });
  };
  return (
    <main className={classes.page}>
      <Paper className={classes.card} withBorder shadow="sm" p="xl">
        <form onSubmit={submit} aria-busy={unlock.isBusy}>
          <Stack gap="md">
            <CardHead title={texts.theOfflineCopyIsLocked} text={messages.userAt(profile)} />
            {unlock.fault && <FaultNotice fault={unlock.fault} context="connect" />}
            <SecretInput
              label={texts.passphrase}
              revealLabel={texts.showWhatIsTyped}
              hint={passphraseHint}
              description={texts.itWasSetHereBecause}
              inputRef={input}
              autoFocus
            />
            <Group justify="space-between">
              <Button
                variant="default"
                loading={leave.isBusy}
                onClick={() => void leave.run({ forget: false })}
              >
                {texts.anotherAccount}
              </Button>
              <Button
                type="submit"
                loading={unlock.isBusy}
                leftSection={<IconLock size={16} aria-hidden />}
              >
                {texts.open}
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
    </main>
  );
}
