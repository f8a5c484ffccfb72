import { Checkbox, Group, Stack, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconHelpCircle,
} from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  checks,
  type Check,
  type EndpointLog,
  type Finding,
  type RunningProcess,
} from '#shared/ipc/diagnostics';
import { api } from '#lib/api';
import { useAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { CopyButton } from '#ui/copy-button';
import { Dialog } from '#ui/dialog';
import { page } from '#ui/page';
import classes from './diagnostics.module.css';
import {
  failuresText,
  findingWords,
  heldText,
  learnedLines,
  processText,
  reportText,
  sizeText,
} from './report';
import { SupportBundle } from './support-bundle';

const store = createStore(() => ({ isOpen: false }));

export const showDiagnostics = (): void => store.setState({ isOpen: true });

/** The way from the settings. */
export function DiagnosticsSetting() {
  const { t } = useFormat();
  return (
    <Group>
      <ActionButton onClick={showDiagnostics}>{t('diagnostics.open')}</ActionButton>
    </Group>
  );
}

/** Over whatever is shown, because a connection may fail before an account is open. */
export function DiagnosticsDialog() {
  const { t } = useFormat();
  const { isOpen } = useStore(store);
  useEffect(() => api.diagnostics.onAsked(showDiagnostics), []);
  return (
    <Dialog
      opened={isOpen}
      onClose={() => store.setState({ isOpen: false })}
      data-guide="diagnostics"
      size="min(820px, 94vw)"
      title={t('diagnostics.title')}
    >
      <DiagnosticsPanel />
    </Dialog>
  );
}

/** Checks when it is shown and when asked; each result appears as soon as it is there. */
function useFindings() {
  const [findings, setFindings] = useState<ReadonlyMap<Check, Finding>>(new Map());
  const [pending, setPending] = useState<ReadonlySet<Check>>(new Set());
  const round = useRef(0);
  const run = useCallback(() => {
    const mine = ++round.current;
    setPending(new Set(checks));
    for (const check of checks) {
      void api.diagnostics.check({ check }).then((outcome) => {
        if (mine !== round.current) return;
        const finding: Finding = outcome.ok
          ? outcome.value
          : { state: 'unknown', what: null, todo: null, fault: outcome.fault, named: null };
        setFindings((known) => new Map(known).set(check, finding));
        setPending((known) => new Set([...known].filter((each) => each !== check)));
      });
    }
  }, []);
  useEffect(run, [run]);
  return { findings, pending, run };
}

function DiagnosticsPanel() {
  const format = useFormat();
  const { t } = format;
  const { findings, pending, run } = useFindings();
  const { value: requests, reload } = useAnswer(() => api.diagnostics.requests(), []);
  const { value: learned, reload: relearn } = useAnswer(() => api.diagnostics.learned(), []);
  const { value: running, reload: recount } = useAnswer(() => api.diagnostics.processes(), []);
  const processes = running ?? [];
  const [isNamed, setNamed] = useState(false);
  const [isBundling, setBundling] = useState(false);
  const report = (choice: { isNamed: boolean }) =>
    reportText({ findings, requests: requests ?? [], learned, processes }, format, choice);
  const isBusy = pending.size > 0;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('diagnostics.note')}
      </Text>
      <Group gap="sm">
        <ActionButton
          size="compact-xs"
          loading={isBusy}
          onClick={() => {
            run();
            reload();
            relearn();
            recount();
          }}
        >
          {t('diagnostics.again')}
        </ActionButton>
        <CopyButton disabled={isBusy} text={() => report({ isNamed })}>
          {t('diagnostics.copy')}
        </CopyButton>
        <Checkbox
          size="xs"
          label={t('diagnostics.copy.named')}
          checked={isNamed}
          onChange={(event) => setNamed(event.currentTarget.checked)}
        />
        <ActionButton size="compact-xs" disabled={isBusy} onClick={() => setBundling(true)}>
          {t('diagnostics.bundle.open')}
        </ActionButton>
      </Group>
      <table className={classes.table} aria-label={t('diagnostics.title')} aria-busy={isBusy}>
        <tbody>
          {checks.map((check) => (
            <CheckRow
              key={check}
              check={check}
              finding={findings.get(check) ?? null}
              isPending={pending.has(check)}
            />
          ))}
        </tbody>
      </table>
      {requests && <RequestLog requests={requests} />}
      {learned && (
        <section aria-label={t('diagnostics.learned')}>
          <h3 className={page.subtitle}>{t('diagnostics.learned')}</h3>
          <p className={page.quiet}>{t('diagnostics.learned.note')}</p>
          <ul className={classes.facts}>
            {learnedLines(learned, format).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      )}
      {processes.length > 0 && <Processes processes={processes} />}
      {isBundling && <SupportBundle report={report} onClose={() => setBundling(false)} />}
    </Stack>
  );
}

/** How the service answered, by endpoint. */
function RequestLog({ requests }: { requests: readonly EndpointLog[] }) {
  const format = useFormat();
  const { t, count } = format;
  const title = t('diagnostics.requests');
  return (
    <section aria-label={title}>
      <h3 className={page.subtitle}>{title}</h3>
      <p className={page.quiet}>
        {t(requests.length > 0 ? 'diagnostics.requests.note' : 'diagnostics.requests.none')}
      </p>
      {requests.length > 0 && (
        <table className={classes.table} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('usage.endpoints.endpoint')}</th>
              {(['count', 'median', 'longest'] as const).map((figure) => (
                <th key={figure} scope="col" className={classes.figure}>
                  {t(`diagnostics.requests.${figure}`)}
                </th>
              ))}
              <th scope="col">{t('diagnostics.requests.failed')}</th>
            </tr>
          </thead>
          <tbody>
            {requests.map(({ endpoint, calls, medianMs, longestMs, failures }) => (
              <tr key={endpoint}>
                <th scope="row">
                  <bdi>{endpoint}</bdi>
                </th>
                <td className={classes.figure}>{count(calls)}</td>
                <td className={classes.figure}>{t('diagnostics.requests.ms', { ms: medianMs })}</td>
                <td className={classes.figure}>
                  {t('diagnostics.requests.ms', { ms: longestMs })}
                </td>
                <td className={classes.text}>{failuresText(failures, format)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** What runs, what it does and how much memory it has. */
function Processes({ processes }: { processes: readonly RunningProcess[] }) {
  const format = useFormat();
  const { t } = format;
  const title = t('diagnostics.processes.title');
  return (
    <section aria-label={title}>
      <h3 className={page.subtitle}>{title}</h3>
      <p className={page.quiet}>{t('diagnostics.processes.note')}</p>
      <table className={classes.table} aria-label={title}>
        <tbody>
          {processes.map((each, index) => (
            <tr key={index}>
              <td className={classes.text}>
                {processText(each, format)}
                <div className={page.dimmed}>{heldText(each, format)}</div>
              </td>
              <td className={classes.figure}>{sizeText(each.bytes, format)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const icons = {
  fine: IconCircleCheck,
  look: IconAlertTriangle,
  broken: IconCircleX,
  unknown: IconHelpCircle,
};

interface CheckRowProps {
  check: Check;
  /** null: not checked yet. */
  finding: Finding | null;
  isPending: boolean;
}

function CheckRow({ check, finding, isPending }: CheckRowProps) {
  const format = useFormat();
  const { t } = format;
  const words = finding && findingWords(finding, format, { isNamed: true });
  const Icon = finding && icons[finding.state];
  return (
    <tr>
      <th scope="row">{t(`diagnostics.check.${check}`)}</th>
      <td className={classes.state} data-state={finding?.state}>
        {finding && !isPending ? (
          <span className={page.inline}>
            {Icon && <Icon size={14} aria-hidden />}
            {t(`diagnostics.state.${finding.state}`)}
          </span>
        ) : (
          t('diagnostics.running')
        )}
      </td>
      <td className={classes.text}>
        {words?.what}
        {finding?.named && (
          <div className={page.dimmed}>
            <bdi>{finding.named}</bdi>
          </div>
        )}
        {words?.todo && <div>{words.todo}</div>}
      </td>
    </tr>
  );
}
