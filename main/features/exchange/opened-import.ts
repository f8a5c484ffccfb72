import { message } from '#shared/i18n/translate';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { headingName } from '#shared/domain/text';
import { failAccountClosed } from '#shared/domain/session';
import type { RememberedColumns } from '#shared/domain/settings';
import { failInvalid, FaultError } from '#shared/fault';
import {
  noChoices,
  type ImportChoices,
  type ImportKind,
  type ImportPreview,
  type TableFormat,
} from '#shared/ipc/exchange';
import { receivedItems } from '#main/features/records/cached-list';
import type { ImportTask } from '#main/files/file-work';
import { requireListOf, type ExchangedAccount, type ExchangeOptions } from './exchanged-account';

interface Opened {
  file: string;
  what: ImportKind;
  account: ExchangedAccount;
  /** Size and time of change, by which a changed file is noticed. */
  state: string;
  /** The plan that another one replaces. */
  jobId: string | null;
  choices: ImportChoices;
  /** Of the last plan. */
  mapping: Pick<ImportPreview, 'columns' | 'fields'> | null;
}

/** Headings that are remembered of each kind of table. */
const mostHeadings = 500;
const longestHeading = 200;

/** The file that is open for import. Its path stays in main. */
export function createOpenedImport(
  options: Pick<
    ExchangeOptions,
    'account' | 'language' | 't' | 'computerTimeZone' | 'settings' | 'changeSettings' | 'work'
  >,
) {
  let opened: Opened | null = null;

  const taskOf = ({ file, what, account }: Opened, choices: ImportChoices): ImportTask => ({
    file,
    kind: what,
    choices,
    language: options.language(),
    context: async () => ({
      users: account.users.current().items,
      groups: account.groups.current().items,
      areGroupsKnown: receivedItems(account.groups.current()) !== null,
      devices: account.fleet.devices().map(({ id, name }) => ({ id, name })),
      countries: await namesOrNone(() => account.countries()),
      timeZones: await namesOrNone(() => account.timeZones()),
      timeZone: account.facts().accountTimeZone ?? options.computerTimeZone(),
      accountTimeZone: account.facts().accountTimeZone,
      remembered: options.settings().importColumns[what],
    }),
  });

  async function plan(from: Opened, choices: ImportChoices): Promise<ImportPreview | null> {
    const { file, what, account } = from;
    const planned = await options.work.planImport(taskOf(from, choices));
    if (planned === null) return null;
    if (options.account() !== account) failAccountClosed();
    const { steps, ...summary } = planned;
    from.choices = choices;
    from.mapping = summary;
    const creates = steps.filter(({ action }) => action.startsWith('create')).length;
    const title = message(`exchange-files.job.${what}`, { file: path.basename(file) });
    const kind = what === 'users' ? 'user' : 'group';
    discardPlanOf(from);
    const job = steps.length === 0 ? null : await account.jobs.planInChunks(title, kind, steps);
    from.jobId = job && job.id;
    return {
      ...summary,
      file: path.basename(file),
      creates,
      changes: steps.length - creates,
      job,
    };
  }

  function discardPlanOf({ account, jobId }: Opened): void {
    const before = account.jobs.list().find(({ id }) => id === jobId);
    if (before?.phase === 'planned') account.jobs.remove(before.id);
  }

  async function stillOpen(): Promise<Opened> {
    if (opened === null || opened.account !== options.account()) {
      return failInvalid('file', message('exchange-files.file.notOpen'));
    }
    requireListOf(opened.what, opened.account);
    // Corrections belong to rows, which may be others now.
    if ((await stateOf(opened.file)) === opened.state) return opened;
    return failInvalid('file', message('exchange-files.file.changed'));
  }

  return {
    /** Opens another file and plans its import; null if cancelled or superseded. */
    async open(file: string, what: ImportKind): Promise<ImportPreview | null> {
      const account = options.account();
      const state = await stateOf(file);
      opened = { file, what, account, state, jobId: null, choices: noChoices, mapping: null };
      return plan(opened, noChoices);
    },

    /** Plans the import of the same file again. */
    plan: async (choices: ImportChoices) => plan(await stillOpen(), choices),

    /** Uses the columns of the last plan for headings of that kind from now on. */
    remember(): void {
      if (!opened?.mapping) return;
      const { what, mapping, account } = opened;
      const { importColumns } = options.settings();
      const columns = remembered(mapping, importColumns[what], account.facts().accountTimeZone);
      options.changeSettings({ importColumns: { ...importColumns, [what]: columns } });
    },

    nameOfWrongRows: () =>
      options.t('exchange-files.name.wrongRows', {
        file: path.parse(opened?.file ?? '').name,
      }),

    /** The rows with errors of the last plan as a file; null if cancelled. */
    async wrongRows(format: TableFormat): Promise<{ bytes: Uint8Array; rows: number } | null> {
      const from = await stillOpen();
      return options.work.wrongRows(taskOf(from, from.choices), format);
    },
  };
}

/** What is known of headings, with those of this file last. */
function remembered(
  { columns, fields }: Pick<ImportPreview, 'columns' | 'fields'>,
  before: RememberedColumns | undefined,
  accountTimeZone: string | null,
): RememberedColumns {
  const here = columns.flatMap(({ heading }, index): [string, string][] => {
    const name = headingName(heading);
    const field = fields.find((each) => each.columns.includes(index));
    return name === '' || name.length > longestHeading ? [] : [[name, field?.key ?? '']];
  });
  const others = Object.entries(before?.headings ?? {}).filter(
    ([heading]) => !here.some(([name]) => name === heading),
  );
  // Another account has other groups, and a zone of its own.
  const values = fields.flatMap(({ key, value }): [string, string][] =>
    value === null || key === 'group' || value === accountTimeZone ? [] : [[key, value]],
  );
  return {
    headings: Object.fromEntries([...others, ...here].slice(-mostHeadings)),
    values: { ...before?.values, ...Object.fromEntries(values) },
  };
}

/** A file that cannot be asked is refused when it is read. */
async function stateOf(file: string): Promise<string> {
  try {
    const { size, mtimeMs } = await stat(file);
    return `${size} ${mtimeMs}`;
  } catch {
    return '';
  }
}

/** null if the names are unavailable: countries and zones are then used as written. */
async function namesOrNone(
  ask: () => Promise<Record<string, string>>,
): Promise<Record<string, string> | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof FaultError) return null;
    throw error;
  }
}
