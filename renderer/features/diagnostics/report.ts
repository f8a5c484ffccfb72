import type { Fault } from '#shared/fault';
import {
  checks,
  type Check,
  type EndpointLog,
  type Finding,
  type Learned,
  type RunningProcess,
} from '#shared/ipc/diagnostics';
import { faultText } from '#lib/faults';
import type { Format } from '#lib/format';

/** A finding in words. */
export interface FindingWords {
  what: string;
  todo: string | null;
}

/**
 * What was found, and what to do. Without `isNamed`, only what Waypost itself says: texts of the service, names and
 * addresses may be in the details of a fault.
 */
export function findingWords(
  { what, todo, fault }: Finding,
  format: Format,
  { isNamed }: { isNamed: boolean },
): FindingWords {
  if (!fault) {
    return { what: what ? format.t(what) : '', todo: todo && format.t(todo) };
  }
  const words = faultText(isNamed ? fault : withoutDetails(fault), 'open', format);
  return { what: isNamed ? `${words.title}. ${words.what}` : words.title, todo: words.todo };
}

/** Results as a text that can be passed on. */
export function reportText(
  {
    findings,
    requests,
    learned,
    processes,
  }: {
    findings: ReadonlyMap<Check, Finding>;
    requests: readonly EndpointLog[];
    learned: Learned | null;
    processes: readonly RunningProcess[];
  },
  format: Format,
  { isNamed }: { isNamed: boolean },
): string {
  const lines = checks.flatMap((check) => {
    const finding = findings.get(check);
    if (!finding) return [];
    const { what, todo } = findingWords(finding, format, { isNamed });
    const line = format.t('diagnostics.copy.line', {
      check: format.t(`diagnostics.check.${check}`),
      state: format.t(`diagnostics.state.${finding.state}`),
      text: what,
    });
    const named = isNamed ? finding.named : null;
    return [line, ...[named, todo].flatMap((more) => (more ? [`  ${more}`] : []))];
  });
  const { t } = format;
  const logged = requests.map(({ endpoint, calls, medianMs, longestMs, failures }) =>
    t('diagnostics.requests.line', {
      endpoint,
      calls,
      median: t('diagnostics.requests.ms', { ms: medianMs }),
      longest: t('diagnostics.requests.ms', { ms: longestMs }),
      failures: failuresText(failures, format),
    }).trimEnd(),
  );
  const log = logged.length === 0 ? [] : ['', t('diagnostics.requests'), '', ...logged];
  const facts = learned ? ['', t('diagnostics.learned'), '', ...learnedLines(learned, format)] : [];
  const running = processes.flatMap((each) => {
    const held = heldText(each, format);
    const size = sizeText(each.bytes, format);
    const line = t('diagnostics.process.line', { task: processText(each, format), size });
    return [line, ...(held ? [`  ${held}`] : [])];
  });
  const memory = running.length === 0 ? [] : ['', t('diagnostics.processes.title'), '', ...running];
  return `${[t('diagnostics.title'), '', ...lines, ...log, ...facts, ...memory].join('\n')}\n`;
}

export const processText = ({ task }: RunningProcess, { t }: Format): string =>
  t(`diagnostics.process.${task}`);

const megabyte = 1_000_000;

export const sizeText = (bytes: number, { t }: Format): string =>
  t('diagnostics.process.size', { size: Math.ceil(bytes / megabyte) });

/** Less is not worth a line. */
const muchHeld = 32 * megabyte;

/** What fills a process, as far as it is known and much. */
export function heldText({ held }: RunningProcess, { t }: Format): string | null {
  if (!held || held.objects + held.buffers < muchHeld) return null;
  return t('diagnostics.process.held', {
    objects: Math.ceil(held.objects / megabyte),
    buffers: Math.ceil(held.buffers / megabyte),
  });
}

/** What is known of the service, one sentence each. */
export function learnedLines(
  { patchContentType, untestable, logs, mappedFields }: Learned,
  { t }: Format,
): string[] {
  return [
    t('diagnostics.learned.patch', { type: patchContentType }),
    ...(untestable.length > 0
      ? [t('diagnostics.learned.untestable', { members: untestable })]
      : []),
    ...logs
      .filter(({ answeredHours }) => answeredHours !== null)
      .flatMap(({ log, hours, mostRecords: records, isCap }) => [
        t('diagnostics.learned.log', { log, hours, records }),
        ...(isCap ? [t('diagnostics.learned.cap', { log, records })] : []),
      ]),
    ...(mappedFields > 0 ? [t('diagnostics.learned.mapped', { count: mappedFields })] : []),
  ];
}

/** "No answer: 2, HTTP 503: 1"; empty: none failed. */
export function failuresText(failures: EndpointLog['failures'], { t, items }: Format): string {
  if (failures.length === 0) return '';
  return items(
    failures.map(({ status, count }) =>
      status === null
        ? t('diagnostics.requests.noAnswer', { count })
        : t('diagnostics.requests.status', { status: String(status), count }),
    ),
  );
}

/** A fault without what its title or its advice could quote: fields of the service and names of files. */
function withoutDetails(fault: Fault): Fault {
  if (fault.kind === 'invalid') return { kind: 'invalid', message: '' };
  return fault.kind === 'storage' ? { kind: 'storage', reason: fault.reason } : fault;
}
