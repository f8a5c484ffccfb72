import { Button, Divider, Paper, Text, Title } from '@mantine/core';
import { IconTruckDelivery } from '@tabler/icons-react';
import type { Profile } from '#shared/domain/session';
import { api } from '#lib/api';
import { useAction } from '#lib/use-action';
import { BrandMark } from '#ui/brand-mark';
import { ConnectForm, useConnect } from './connect-form';
import classes from './connect.module.css';
import { AccountList, type OpenKnown } from './known-accounts';
import { texts } from './session-texts';

interface ConnectPageProps {
  /** The account used last. */
  last: Profile | null;
  /** Accounts with data on this computer. */
  known: readonly Profile[];
}

/** The form that connects, the saved accounts and the demo. */
export function ConnectPage({ last, known }: ConnectPageProps) {
  const connect = useConnect();
  const demo = useAction(api.session.useDemo);
  const again = useAction(api.session.openKnown);
  const openAgain: OpenKnown = {
    ...again,
    run: (account) => {
      connect.dismiss();
      demo.dismiss();
      return again.run(account);
    },
  };
  return (
    <main className={classes.page}>
      <Paper className={classes.card} withBorder shadow="sm" p="xl">
        <ConnectForm
          connect={connect}
          prefill={last && !last.isDemo ? last : null}
          fault={connect.fault ?? demo.fault ?? again.fault}
          isOtherBusy={demo.isBusy || again.isBusy}
          onSubmit={() => {
            demo.dismiss();
            again.dismiss();
          }}
          head={
            <div className={classes.brand}>
              <BrandMark size={36} />
              <div>
                <Title order={1} size="h3">
                  {texts.waypost}
                </Title>
                <Text size="sm" c="dimmed">
                  {texts.whereYourFleetIsAnd}
                </Text>
              </div>
            </div>
          }
        >
          {known.length > 0 && (
            <>
              <Divider label={texts.savedAccounts} />
              <AccountList
                accounts={known}
                open={openAgain}
                isDisabled={connect.isBusy || demo.isBusy}
              />
            </>
          )}
          <Divider label={texts.noAccountYet} />
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
