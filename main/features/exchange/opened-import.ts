import { stat } from 'node:fs/promises';
import path from 'node:path';
import { failAccountClosed } from '#shared/domain/session';
import { fail, FaultError } from '#shared/fault';
import {
  noChoices,
  type ImportChoices,
  type ImportKind,
  type ImportPreview,
} from '#shared/ipc/exchange';
import { receivedItems } from '#main/features/records/cached-list';
import type { FileWork } from '#main/files/file-work';
import { requireListOf, type ExchangedAccount } from './exchanged-account';

/** The file that is open for import. Its path stays in main. */
export interface OpenedImport {
  /** Opens another file and plans its import; null if cancelled or superseded. */
  open(file: string, what: ImportKind): Promise<ImportPreview | null>;
  /** Plans the import of the same file again. */
  plan(choices: ImportChoices): Promise<ImportPreview | null>;
}

interface Opened {
  file: string;
  what: ImportKind;
  account: ExchangedAccount;
  /** Size and time of change, by which a changed file is noticed. */
  state: string;
  /** The plan that another one replaces. */
  jobId: string | null;
}

export function createOpenedImport(options: {
  account: () => ExchangedAccount;
  /** IANA name of the computer's zone. */
  computerTimeZone: () => string;
  work: Pick<FileWork, 'planImport'>;
}): OpenedImport {
  let opened: Opened | null = null;

  async function plan(from: Opened, choices: ImportChoices): Promise<ImportPreview | null> {
    const { file, what, account } = from;
    const context = async () => ({
      users: account.users.current().items,
      groups: account.groups.current().items,
      areGroupsKnown: receivedItems(account.groups.current()) !== null,
      devices: account.fleet.devices().map(({ id, name }) => ({ id, name })),
      countries: await namesOrNone(() => account.countries()),
      timeZones: await namesOrNone(() => account.timeZones()),
      timeZone: account.facts().accountTimeZone ?? options.computerTimeZone(),
    });
    const planned = await options.work.planImport(file, what, context, choices);
    if (planned === null) return null;
    if (options.account() !== account) failAccountClosed();
    const { steps, ...summary } = planned;
    const creates = steps.filter(({ action }) => action.startsWith('create')).length;
    const title = `Import ${what} from ${path.basename(file)}`.slice(0, 300);
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

  return {
    async open(file, what) {
      const account = options.account();
      opened = { file, what, account, state: await stateOf(file), jobId: null };
      return plan(opened, noChoices);
    },
    async plan(choices) {
      if (opened === null || opened.account !== options.account()) {
        return fail({
          kind: 'invalid',
          field: 'file',
          message: 'No file is open. Choose it again.',
        });
      }
      requireListOf(opened.what, opened.account);
      // Corrections belong to rows, which may be others now.
      if ((await stateOf(opened.file)) !== opened.state) {
        const message =
          'The file was changed or removed after it was opened. Choose it again to read its present rows.';
        return fail({ kind: 'invalid', field: 'file', message });
      }
      return plan(opened, choices);
    },
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
