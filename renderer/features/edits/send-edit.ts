import type { EditCommand, EditResult } from '#shared/domain/edit';
import type { Outcome } from '#shared/fault';
import { api } from '#lib/api';
import { typedSecrets } from '#lib/typed-secrets';

/** A command with what was typed into its secret fields. */
function withSecrets<C extends EditCommand>(command: C): C {
  return 'edit' in command ? { ...command, edit: typedSecrets.reveal(command.edit) } : command;
}

/**
 * Sends one edit. The lists of the window are up to date when the answer arrives: main sends the
 * event of a user's own edit before it.
 */
export async function sendEdit<C extends EditCommand>(command: C): Promise<Outcome<EditResult<C>>> {
  return (await api.records.edit(withSecrets(command))) as Outcome<EditResult<C>>;
}
