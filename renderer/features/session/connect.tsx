import { Button, Divider, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconLock, IconPlugConnected, IconTruckDelivery } from '@tabler/icons-react';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { Profile } from '#shared/domain/session';
import { withoutUnseen } from '#shared/domain/text';
import { message, type PlainKey } from '#shared/i18n/translate';
import { api } from '#lib/api';
import { useAppInfo } from '#lib/app-info';
import { useUnsavedWork } from '#lib/unsaved-work';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { BrandMark } from '#ui/brand-mark';
import { Dialog } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import { SecretInput } from '#ui/secret-input';
import { page } from '#ui/page';
import { AccountList, useOpening, type Opening } from './accounts';
import classes from './session.module.css';
import { addressHint, keyHint, passphraseHint } from './passphrase';
import { userAt, useOpenSession, type OpenSession } from './store';

interface ConnectPageProps {
  /** The account used last. */
  last: Profile | null;
  /** Accounts with data on this computer. */
  known: readonly Profile[];
}

/** The form that connects, the saved accounts and the demo. */
export function ConnectPage({ last, known }: ConnectPageProps) {
  const { t } = useFormat();
  const opening = useOpening();
  return (
    <main className={classes.page}>
      <Paper className={classes.card} withBorder shadow="sm" p="xl">
        <ConnectForm
          opening={opening}
          prefill={last && !last.isDemo ? last : null}
          known={known}
          head={<CardHead title={t('session.connect.title')} text={t('session.connect.intro')} />}
        >
          <Divider label={t('session.noAccount')} />
          <Button
            variant="default"
            loading={opening.isOpening('demo')}
            disabled={opening.isBusy}
            leftSection={<IconTruckDelivery size={16} aria-hidden />}
            onClick={() => opening.open('demo', () => api.session.useDemo())}
          >
            {t('session.demo.use')}
          </Button>
          <Text size="xs" c="dimmed">
            {t('session.demo.help')}
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
  const { t } = useFormat();
  const session = useOpenSession();
  const [isOpen, setOpen] = useState(false);
  if (!session?.profile.isDemo) return null;
  return (
    <>
      <ActionButton
        variant="light"
        className={page.fixed}
        icon={IconPlugConnected}
        onClick={() => setOpen(true)}
      >
        {t('session.own')}
      </ActionButton>
      <Dialog
        data-guide="connect"
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('session.own')}
      >
        <OwnAccountForm session={session} />
      </Dialog>
    </>
  );
}

function OwnAccountForm({ session: { profile, known } }: { session: OpenSession }) {
  const { t } = useFormat();
  const { changes, passwords, jobs } = useUnsavedWork(profile.id);
  const head = (
    <div>
      <Text size="sm">{t('session.own.help')}</Text>
      {changes + passwords + jobs > 0 && (
        <Text size="sm" fw={600}>
          {t('session.own.lost')}
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
  const { t } = useFormat();
  const info = useAppInfo();
  const [typedAddress, setAddress] = useState(prefill?.address ?? null);
  const address = typedAddress ?? info?.presetAddress ?? '';
  const [userName, setUserName] = useState(prefill?.userName ?? '');
  const keyInput = useRef<HTMLInputElement>(null);
  const [hasKey, setHasKey] = useState(false);
  const [wasTried, setTried] = useState(false);
  const [isAddressLeft, setAddressLeft] = useState(false);
  const hint = addressHint(address);
  const refusal = typeof hint.refusal === 'object' ? t(hint.refusal) : hint.refusal;
  const { fault } = opening;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    opening.dismiss();
    const apiKey = keyInput.current?.value;
    if (opening.isBusy || !isGiven(address) || !isGiven(userName) || !isGiven(apiKey)) return;
    opening.open('form', () => api.session.connect({ address, userName, apiKey }));
  };
  const missing = (hasText: boolean, key: PlainKey) => (wasTried && !hasText ? t(key) : undefined);

  return (
    <form onSubmit={submit} noValidate aria-busy={opening.isBusy}>
      <Stack gap="md">
        {head}
        {fault && <FaultNotice fault={fault} context="connect" />}
        <TextInput
          label={t('session.address')}
          placeholder="https://api.example.com"
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
          description={t(hint.says)}
          error={
            missing(isGiven(address), 'session.address.missing') ??
            (isAddressLeft && !fault && refusal)
          }
          onFocus={() => setAddressLeft(false)}
          onBlur={() => setAddressLeft(true)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoFocus={!prefill}
          data-autofocus
          autoCapitalize="off"
          spellCheck={false}
        />
        <TextInput
          label={t('session.userName')}
          value={userName}
          onChange={(event) => setUserName(event.currentTarget.value)}
          error={missing(isGiven(userName), 'session.userName.missing')}
          autoCapitalize="off"
          spellCheck={false}
        />
        <SecretInput
          label={t('session.key')}
          revealLabel={t('session.reveal')}
          hint={keyHint}
          inputRef={keyInput}
          onTyped={(text) => setHasKey(isGiven(text))}
          description={
            info
              ? t('session.key.place', {
                  keychain: message('common.keychain.name', { platform: info.platform }),
                })
              : t('session.key.placeUnknown')
          }
          error={missing(hasKey, 'session.key.missing')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoFocus={prefill !== null}
        />
        <Button
          type="submit"
          loading={opening.isOpening('form')}
          disabled={opening.isBusy}
          leftSection={<IconPlugConnected size={16} aria-hidden />}
        >
          {t('session.connect')}
        </Button>
        {known.length > 0 && (
          <>
            <Divider label={t('session.saved')} />
            <AccountList
              accounts={known}
              opening={opening}
              onOpen={({ id }) => opening.open(id, () => api.session.openKnown({ id }))}
            />
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
  const format = useFormat();
  const { t } = format;
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
            <CardHead title={t('session.unlock.title')} text={userAt(profile, format)} />
            {unlock.fault && <FaultNotice fault={unlock.fault} context="connect" />}
            <SecretInput
              label={t('session.passphrase')}
              revealLabel={t('session.reveal')}
              hint={passphraseHint}
              description={t('session.unlock.forgotten')}
              inputRef={input}
              autoFocus
            />
            <Group justify="space-between">
              <Button
                variant="default"
                loading={leave.isBusy}
                onClick={() => void leave.run({ forget: false })}
              >
                {t('session.unlock.other')}
              </Button>
              <Button
                type="submit"
                loading={unlock.isBusy}
                leftSection={<IconLock size={16} aria-hidden />}
              >
                {t('session.open')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
    </main>
  );
}
