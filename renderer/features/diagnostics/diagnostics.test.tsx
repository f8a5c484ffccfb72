import { act, screen, within } from '@testing-library/react';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { Fault } from '#shared/fault';
import { message } from '#shared/i18n/translate';
import { checks, type Check, type Finding } from '#shared/ipc/diagnostics';
import { format, t } from '../../../test/support/english';
import { answer, notify } from '../../../test/support/window/main';
import { show } from '../../../test/support/window/show';
import { DiagnosticsDialog } from './diagnostics';
import { reportText } from './report';

const fine: Finding = {
  state: 'fine',
  what: message('diagnostics.key'),
  todo: null,
  fault: null,
  named: null,
};

const found = new Map<Check, Finding>();
let copied: string[];

beforeEach(() => {
  found.clear();
  copied = [];
  answer('diagnostics', {
    check: ({ check }) => found.get(check) ?? fine,
    requests: () => [
      {
        endpoint: 'GET /api/devices',
        calls: 6,
        medianMs: 20,
        longestMs: 30_000,
        failures: [
          { status: null, count: 1 },
          { status: 503, count: 2 },
        ],
      },
    ],
  });
  answer('diagnostics', {
    learned: () => ({
      patchContentType: 'application/json',
      untestable: ['user/email'],
      logs: [
        { log: 'locations', hours: 12, answeredHours: 12, mostRecords: 5_000, isCap: true },
        { log: 'alerts', hours: 24, answeredHours: null, mostRecords: 0, isCap: false },
      ],
      mappedFields: 0,
    }),
  });
  answer('diagnostics', {
    processes: () => [
      { task: 'window', bytes: 200_000_000, held: null },
      { task: 'main', bytes: 150_000_000, held: { objects: 40_000_000, buffers: 2_000_000 } },
      { task: 'files', bytes: 40_000_000, held: null },
    ],
  });
  answer('app', { copyText: ({ text }) => void copied.push(text) });
});

const row = (check: Check) =>
  screen.getByRole('row', {
    name: (_, { textContent }) => textContent.startsWith(t(`diagnostics.check.${check}`)),
  });

test('checks when it is asked for, and again', async () => {
  found.set('dns', {
    ...fine,
    state: 'broken',
    what: null,
    fault: { kind: 'offline', layer: 'dns', host: 'fleet.example.com' },
  });
  const { user } = show(<DiagnosticsDialog />);
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => notify.diagnostics.asked(undefined));
  await screen.findAllByText('Fine');
  const dns = within(row('dns'));
  expect(dns.getByText('Broken')).toBeTruthy();
  expect(dns.getByText(/fleet\.example\.com/)).toBeTruthy();
  expect(dns.getByText(t('faults.offline.dns.todo'))).toBeTruthy();
  expect(screen.getAllByText('Fine')).toHaveLength(checks.length - 1);
  const log = within(screen.getByRole('region', { name: t('diagnostics.requests') }));
  expect(log.getByRole('row', { name: /GET \/api\/devices/ }).textContent).toContain('HTTP 503: 2');

  const learned = within(screen.getByRole('region', { name: t('diagnostics.learned') }));
  expect(learned.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Changes are sent as application/json.',
    'Values that Waypost cannot compare before a change, because the service refuses it: user/email.',
    'Locations: 12 hours at once; the largest answer had 5,000 records.',
    'Locations: the service cuts its answers at 5,000 records.',
  ]);

  const processes = within(screen.getByRole('table', { name: t('diagnostics.processes.title') }));
  expect(processes.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    `${t('diagnostics.process.window')}200 MB`,
    `${t('diagnostics.process.main')}Of it 40 MB of objects and 2 MB of buffers of JavaScript.150 MB`,
    `${t('diagnostics.process.files')}40 MB`,
  ]);

  found.delete('dns');
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await within(row('dns')).findByText('Fine')).toBeTruthy();
});

test('names and addresses are copied only if they are wanted', async () => {
  found.set('proxy', {
    ...fine,
    what: message('diagnostics.proxy.used'),
    named: 'PROXY proxy.example.com:8080',
  });
  const { user } = show(<DiagnosticsDialog />);
  act(() => notify.diagnostics.asked(undefined));
  await screen.findByText('PROXY proxy.example.com:8080');
  await user.click(screen.getByRole('button', { name: 'Copy diagnostics' }));
  await user.click(screen.getByRole('checkbox', { name: 'With addresses and names' }));
  await user.click(screen.getByRole('button', { name: 'Copied' }));
  expect(copied).toHaveLength(2);
  expect(copied[0]).toContain(`Proxy: Fine. ${t('diagnostics.proxy.used')}`);
  expect(copied[0]).toContain('GET /api/devices: 6 (20 ms / 30,000 ms) No answer: 1, HTTP 503: 2');
  expect(copied[0]).toContain(`\n150 MB · ${t('diagnostics.process.main')}\n  Of it 40 MB`);
  expect(copied[0]).not.toContain('example.com');
  expect(copied[1]).toContain('PROXY proxy.example.com:8080');
});

test('a support file is read before it is saved, and saved as it was read', async () => {
  const asked: unknown[] = [];
  const saved: unknown[] = [];
  answer('diagnostics', {
    bundle: ({ report, ...choice }) => {
      asked.push(choice);
      return [
        { name: 'diagnostics.txt', text: report },
        { name: 'log.txt', text: choice.withPositions ? 'at 45.1, 9.2' : 'at <position>' },
      ];
    },
    saveBundle: ({ files }) => {
      saved.push(files);
      return null;
    },
  });
  const { user } = show(<DiagnosticsDialog />);
  act(() => notify.diagnostics.asked(undefined));
  await screen.findAllByText('Fine');
  await user.click(screen.getByRole('button', { name: 'Support file…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Support file' }));
  const report = await dialog.findByRole('tabpanel', { name: 'diagnostics.txt' });
  expect(report.textContent).toContain('Proxy: Fine.');
  await user.click(dialog.getByRole('tab', { name: 'log.txt' }));
  expect(dialog.getByRole('tabpanel', { name: 'log.txt' }).textContent).toBe('at <position>');
  await user.click(dialog.getByRole('checkbox', { name: 'With positions' }));
  expect(await dialog.findByText('at 45.1, 9.2')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Save ZIP file…' }));
  expect(asked).toEqual([
    { withNames: false, withPositions: false },
    { withNames: false, withPositions: true },
  ]);
  expect(saved).toEqual([
    [
      { name: 'diagnostics.txt', text: report.textContent },
      { name: 'log.txt', text: 'at 45.1, 9.2' },
    ],
  ]);
});

/** What an account and its service have: keys, tokens, passwords, names, telephone numbers, positions. */
const privateText = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9_-]{24,48}$/),
  fc.stringMatching(/^eyJ[\w-]{10,20}\.[\w-]{10,20}\.[\w-]{10,20}$/),
  fc.stringMatching(/^[A-Z][a-z]{3,8} [A-Z][a-z]{5,9}son$/),
  fc.stringMatching(/^\+[1-9]\d{8,12}$/),
  fc
    .tuple(
      fc.double({ min: 10, max: 89, noNaN: true }),
      fc.double({ min: 100, max: 179, noNaN: true }),
    )
    .chain(([latitude, longitude]) =>
      fc.constantFrom(
        `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
        `${latitude.toFixed(5).replace('.', ',')}; ${longitude.toFixed(5).replace('.', ',')}`,
        `${Math.floor(latitude)}° 14′ 25.3″ N ${Math.floor(longitude)}° 11′ 17.9″ E`,
      ),
    ),
  fc.stringMatching(/^https:\/\/[a-z]{6,12}\.example\.(com|org)$/),
);

/** Every fault with such a text wherever a fault can have one. */
const faultsWith = (text: string): Fault[] => [
  { kind: 'offline', layer: 'tcp', host: text },
  { kind: 'offline', layer: 'tls', problem: 'otherHost', host: text },
  { kind: 'unauthorized', message: text },
  { kind: 'forbidden', message: text },
  { kind: 'notFound', message: text },
  { kind: 'conflict', message: text },
  { kind: 'declined', reason: 'state', message: text },
  {
    kind: 'declined',
    reason: 'gone',
    message: message('faults.main.storedAddress', { address: text }),
  },
  { kind: 'invalid', message: text, field: text },
  { kind: 'limitReached', retryAfterSeconds: 5, message: text },
  { kind: 'busy', status: 503, message: text },
  { kind: 'keychain', reason: 'otherAccount', keyOf: text, account: text },
  { kind: 'keychain', reason: 'notStored', account: text },
  { kind: 'storage', reason: 'damaged', detail: text },
  { kind: 'storage', reason: 'full', detail: text, isUnsent: true },
  {
    kind: 'storage',
    reason: 'damaged',
    damage: { work: null, copy: { state: 'damaged', movedTo: text } },
  },
];

test('no secret, name or position is in the text unless it is wanted', () => {
  fc.assert(
    fc.property(privateText, fc.constantFrom(...checks), (text, check) => {
      for (const fault of faultsWith(text)) {
        const findings = new Map([
          [check, { ...fine, state: 'broken' as const, what: null, fault, named: text }],
        ]);
        expect(
          reportText({ findings, requests: [], learned: null, processes: [] }, format, {
            isNamed: false,
          }),
        ).not.toContain(text);
        expect(
          reportText({ findings, requests: [], learned: null, processes: [] }, format, {
            isNamed: true,
          }),
        ).toContain(text);
      }
    }),
    { numRuns: 100 },
  );
});
