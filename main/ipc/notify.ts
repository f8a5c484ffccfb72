import { channelOf, type Contract, type Notifier } from '#shared/ipc/define';

/** Main's side of the events of a contract: `notify.session.changed(session)`. */
export function createNotifier<C extends Contract>(
  contract: C,
  send: (channel: string, payload: unknown) => void,
): Notifier<C> {
  const notifier: Record<string, Record<string, (payload: unknown) => void>> = {};
  for (const [word, entries] of Object.entries(contract)) {
    notifier[word] = {};
    for (const [name, entry] of Object.entries(entries)) {
      if (entry.kind === 'event') {
        notifier[word][name] = (payload) => send(channelOf(word, name), payload);
      }
    }
  }
  return notifier as Notifier<C>;
}
