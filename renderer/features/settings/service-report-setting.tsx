import { Button, FileButton, Group, List, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ServiceReport } from '#shared/domain/service-report';
import { useOpenSession } from '#features/session';
import { api } from '#lib/api';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import { readReport } from './read-report';
import { Section } from './settings-controls';
import { texts } from './settings-texts';
import { messages } from './settings-messages';

/** The report on the service of the open account: what the service does differently. */
export function ServiceReportSetting() {
  const id = useOpenSession()?.profile.id;
  return id === undefined ? null : <OfAccount key={id} />;
}

function OfAccount() {
  const [report, setReport] = useState<ServiceReport | null>(null);
  const [unreadFile, setUnreadFile] = useState<string | null>(null);
  const use = useAction(api.session.useServiceReport);
  useEffect(() => {
    let isCurrent = true;
    void api.session.serviceReport().then((outcome) => {
      if (isCurrent && outcome.ok) setReport(outcome.value);
    });
    return () => {
      isCurrent = false;
    };
  }, []);
  const change = async (next: ServiceReport | null) => {
    if (await use.run({ report: next })) setReport(next);
  };
  const load = async (file: File | null) => {
    if (!file) return;
    const found = readReport(await file.text());
    setUnreadFile(found ? null : file.name);
    if (found) await change(found);
  };
  return (
    <Section title={texts.serviceReport}>
      <Text size="xs" c="dimmed">
        {texts.theContractTestsOfWaypost}
      </Text>
      {use.fault && <FaultNotice fault={use.fault} context="open" onDismiss={use.dismiss} />}
      {unreadFile !== null && (
        <Notice
          tone="fault"
          title={messages.notAServiceReport(unreadFile)}
          isAlert
          onDismiss={() => setUnreadFile(null)}
        >
          {texts.nothingWasChangedChooseThe}
        </Notice>
      )}
      {report ? <Loaded report={report} /> : <Text size="sm">{texts.noReportIsLoaded}</Text>}
      <Group gap="sm">
        <FileButton accept="application/json,.json" onChange={(file) => void load(file)}>
          {(props) => (
            <Button {...props} size="xs" variant="default" loading={use.isBusy}>
              {texts.loadReport}
            </Button>
          )}
        </FileButton>
        {report && (
          <Button
            size="xs"
            variant="default"
            disabled={use.isBusy}
            onClick={() => void change(null)}
          >
            {texts.removeReport}
          </Button>
        )}
      </Group>
    </Section>
  );
}

function Loaded({ report: { service, differences } }: { report: ServiceReport }) {
  const { counted } = useFormat();
  return (
    <>
      <Text size="sm">
        {differences.length === 0
          ? messages.reportWithoutDifferences(service)
          : messages.reportWithDifferences(service, counted(differences.length, 'difference'))}
      </Text>
      {differences.length > 0 && (
        <List size="xs" aria-label={texts.differencesOfTheService}>
          {differences.map(({ expectation, source, mark, found }) => (
            <List.Item key={`${source} ${mark} ${expectation}`}>
              {messages.assumedAndFound(expectation, source, mark, found)}
            </List.Item>
          ))}
        </List>
      )}
    </>
  );
}
