import { Button, Divider, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconPlugConnected, IconTruckDelivery } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import type { Profile } from '#shared/domain/session';
import { api } from '#lib/api';
import { useAppInfo } from '#lib/app-info';
import { useAction } from '#lib/use-action';
import { BrandMark } from '#ui/brand-mark';
import { FaultNotice } from '#ui/fault-notice';
import { SecretInput } from '#ui/secret-input';
import { addressHint } from './address-hint';
import classes from './connect.module.css';
import { AccountList, type OpenKnown } from './known-accounts';

interface ConnectPageProps {
  /** The account used last. */
  last: Profile | null;
  /** Accounts with data on this computer. */
  known: readonly Profile[];
}

/** Asks for the service address, the user name and the API key. */
export function ConnectPage({ last, known }: ConnectPageProps) {
  const prefill = last && !last.isDemo ? last : null;
  const preset = useAppInfo()?.presetAddress ?? '';
  const [typedAddress, setAddress] = useState(prefill?.address ?? null);
  const address = typedAddress ?? preset;
  const [userName, setUserName] = useState(prefill?.userName ?? '');
  const [apiKey, setApiKey] = useState('');
  const [wasTried, setTried] = useState(false);
  const [isAddressLeft, setAddressLeft] = useState(false);
  const connect = useAction(api.session.connect);
  const demo = useAction(api.session.useDemo);
  const again = useAction(api.session.openKnown);
  const isBusy = connect.isBusy || demo.isBusy || again.isBusy;
  const fault = connect.fault ?? demo.fault ?? again.fault;
  const hint = addressHint(address);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    demo.dismiss();
    again.dismiss();
    if (isBusy || !address.trim() || !userName.trim() || !apiKey.trim()) return;
    void connect.run({ address, userName: userName.trim(), apiKey: apiKey.trim() });
  };
  const openAgain: OpenKnown = {
    ...again,
    run: (account) => {
      connect.dismiss();
      demo.dismiss();
      return again.run(account);
    },
  };
  const missing = (text: string, what: string) =>
    wasTried && !text.trim() ? `${what} is needed.` : undefined;

  return (
    <main className={classes.page}>
      <Paper className={classes.card} withBorder shadow="sm" p="xl">
        <form onSubmit={submit} noValidate aria-busy={isBusy}>
          <Stack gap="md">
            <div className={classes.brand}>
              <BrandMark size={36} />
              <div>
                <Title order={1} size="h3">
                  Waypost
                </Title>
                <Text size="sm" c="dimmed">
                  Where your fleet is, and how recent that position is.
                </Text>
              </div>
            </div>
            {fault && <FaultNotice fault={fault} context="connect" />}
            <TextInput
              label="Service address"
              placeholder="https://api.example.com"
              value={address}
              onChange={(event) => setAddress(event.currentTarget.value)}
              description={hint.says}
              error={missing(address, 'The address') ?? (isAddressLeft && !fault && hint.refusal)}
              onFocus={() => setAddressLeft(false)}
              onBlur={() => setAddressLeft(true)}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoFocus={!prefill}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
            />
            <TextInput
              label="User name"
              value={userName}
              onChange={(event) => setUserName(event.currentTarget.value)}
              error={missing(userName, 'The user name')}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
            />
            <SecretInput
              label="API key"
              revealLabel="Show what is typed"
              value={apiKey}
              onChange={(event) => setApiKey(event.currentTarget.value)}
              description={<KeyPlace />}
              error={missing(apiKey, 'The key')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoFocus={prefill !== null}
            />
            <Button
              type="submit"
              loading={connect.isBusy}
              disabled={demo.isBusy}
              leftSection={<IconPlugConnected size={16} aria-hidden />}
            >
              Connect
            </Button>
            {known.length > 0 && (
              <>
                <Divider label="saved accounts" />
                <AccountList
                  accounts={known}
                  open={openAgain}
                  isDisabled={connect.isBusy || demo.isBusy}
                />
              </>
            )}
            <Divider label="no account yet?" />
            <Button
              variant="default"
              loading={demo.isBusy}
              disabled={connect.isBusy}
              leftSection={<IconTruckDelivery size={16} aria-hidden />}
              onClick={() => {
                connect.dismiss();
                again.dismiss();
                void demo.run();
              }}
            >
              Use the demo fleet
            </Button>
            <Text size="xs" c="dimmed">
              The demo is a service inside Waypost with invented vehicles. Nothing leaves this
              computer.
            </Text>
          </Stack>
        </form>
      </Paper>
    </main>
  );
}

function KeyPlace() {
  const info = useAppInfo();
  return (
    <>
      Stored in {info ? `the system’s ${info.keychainName}` : 'the system’s keychain'}, never in a
      file. Without a keychain, it stays in memory for this session only.
    </>
  );
}
