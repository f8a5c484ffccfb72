import type { EditCommand, EditResult } from '#shared/domain/edit-command';
import type { Outcome } from '#shared/fault';
import { api } from '#lib/api';

/**
 * Sends one edit. The lists of the window are up to date when the answer arrives: main sends the
 * event of a user's own edit before it.
 */
export async function sendEdit<C extends EditCommand>(command: C): Promise<Outcome<EditResult<C>>> {
  return (await api.records.edit(command)) as Outcome<EditResult<C>>;
}
