import type { Deleted, EditCommand, EditResult, EntityOf, Saved } from '#shared/domain/edit';
import type { Drafts } from '#main/features/drafts/drafts';
import type { Journal } from '#main/features/journal/journal';
import type { EditContext } from './edit-context';
import type { EntryFacts } from './entries';
import { faultIn, redactPassword } from './fault-kinds';
import type { IntentLog } from './intent-log';
import { createKeyedMutex } from './keyed-mutex';
import {
  createOperations,
  type Answer,
  type Operation,
  type OperationsOptions,
} from './operations';
import type { Kind, Remote, Sent } from './remote';

/**
 * Carries out one command: lock of the record, intent log, read/merge/send, journal, cached list,
 * event, with the part of the draft that was sent. Rejects with FaultError.
 */
export type ExecuteEdit = <C extends EditCommand>(
  command: C,
  context?: EditContext,
) => Promise<EditResult<C>>;

export interface EditPipelineOptions extends OperationsOptions {
  journal: Pick<Journal, 'append'>;
  intents: Pick<IntentLog, 'around'>;
  drafts: Pick<Drafts, 'settle' | 'remove'>;
  /** A device was activated and took a licence. */
  onActivated: () => void;
}

/** The only way in which Waypost changes users, groups and limits. */
export function createEditPipeline(options: EditPipelineOptions): ExecuteEdit {
  const { journal, intents, drafts } = options;
  const operations = createOperations(options);
  const exclusive = createKeyedMutex();

  async function run<K extends Kind>(
    operation: Operation<K>,
    context: EditContext,
    settleDraft: () => void,
    isDeletion: boolean,
  ): Promise<Saved<EntityOf[K]> | Deleted> {
    const { remote, recordId } = operation;
    const { jobId = null } = context;
    const send = async (removeIntent?: () => void) =>
      settled(operation, await operation.send(), context, { settleDraft, removeIntent });
    const logged = () => {
      if (jobId !== null || recordId === null) return send();
      if (operation.intent === null) {
        options.requireStored();
        return send();
      }
      return intents.around({ ...operation.intent, jobId }, send, withEarlierEntry);
    };
    try {
      if (recordId === null) return await redactPassword(operation.edit, logged);
      const locked = () => exclusive(`${remote.kind}:${recordId}`, logged);
      return await redactPassword(operation.edit, locked);
    } catch (error) {
      if (recordId !== null && faultIn(error).kind === 'notFound') {
        drop(remote, recordId, jobId);
        // Somebody else did what was asked for: there is nothing left to send.
        if (isDeletion) settleDraft();
      }
      throw error;
    }
  }

  /** Journal, cached list and event, once the service has answered. */
  function settled<K extends Kind>(
    { remote, recordId }: Operation<K>,
    answer: Answer<K>,
    { jobId = null, prefetched }: EditContext,
    { settleDraft, removeIntent }: { settleDraft: () => void; removeIntent?: () => void },
  ): Saved<EntityOf[K]> | Deleted {
    /**
     * Between two writes a crash would leave the draft of what was done, to be sent once more, or its intent, to be
     * written to the journal once more.
     */
    const inOneWrite = (entry: EntryFacts, more?: () => void) =>
      journal.append({ ...entry, jobId }, () => {
        more?.();
        settleDraft();
        removeIntent?.();
      });
    switch (answer.status) {
      case 'conflict': {
        const { conflicts, theirs } = answer;
        cache(remote, theirs, jobId);
        return { status: 'conflict', conflicts, theirs: theirs.record };
      }
      case 'unchanged':
        if (!prefetched) cache(remote, answer.after, jobId);
        settleDraft();
        return { status: 'saved', record: answer.after.record, journalId: null };
      case 'saved': {
        const journalId = inOneWrite(answer.entry, answer.inSameWrite);
        cache(remote, answer.after, jobId);
        if (answer.entry.action === 'activate') options.onActivated();
        return { status: 'saved', record: answer.after.record, journalId };
      }
      case 'deleted': {
        const journalId = inOneWrite(answer.entry);
        if (recordId !== null) drop(remote, recordId, jobId);
        return { status: 'deleted', journalId };
      }
    }
  }

  function start(command: EditCommand, context: EditContext) {
    const settleDraft = () => {
      if (!('draft' in command) || !command.draft) return;
      if (command.action === 'delete') drafts.remove(command.draft);
      else drafts.settle(command.draft, command.edit);
    };
    const isDeletion = command.action === 'delete';
    switch (command.kind) {
      case 'user':
        return run(operations.user(command, context), context, settleDraft, isDeletion);
      case 'group':
        return run(operations.group(command, context), context, settleDraft, isDeletion);
      case 'limits':
        return run(operations.limits(command, context), context, settleDraft, isDeletion);
    }
  }

  return async <C extends EditCommand>(command: C, context: EditContext = {}) =>
    (await start(command, context)) as EditResult<C>;
}

/**
 * The window receives the user's own edit immediately: the next edit must not start from an old
 * record.
 */
function cache<K extends Kind>(remote: Remote<K>, sent: Sent<EntityOf[K]>, jobId: string | null) {
  remote.cache(sent);
  if (jobId === null) remote.announce(sent.record);
}

function drop<K extends Kind>(remote: Remote<K>, id: string, jobId: string | null) {
  remote.drop(id);
  if (jobId === null) remote.announce(null);
}

/** An earlier attempt whose response was lost made the change: its entry is written now. */
function withEarlierEntry<R extends { status: string; journalId?: string | null }>(
  result: R,
  writeEarlier: () => string,
): R {
  return result.status === 'saved' && result.journalId === null
    ? { ...result, journalId: writeEarlier() }
    : result;
}
