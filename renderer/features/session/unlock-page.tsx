import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useRef, type FormEvent } from 'react';
import type { Profile } from '#shared/domain/session';
import { api } from '#lib/api';
import { useAction } from '#lib/use-action';
import { BrandMark } from '#ui/brand-mark';
import { FaultNotice } from '#ui/fault-notice';
import { SecretInput } from '#ui/secret-input';
import { accountAt, passphraseHint } from './connect-messages';
import classes from './connect.module.css';
import { texts } from './session-texts';

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
            <div className={classes.brand}>
              <BrandMark size={36} />
              <div>
                <Title order={1} size="h3">
                  {texts.theOfflineCopyIsLocked}
                </Title>
                <Text size="sm" c="dimmed">
                  {accountAt(profile.userName, profile.address)}
                </Text>
              </div>
            </div>
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
