import type { Session } from '#shared/domain/session';
import type { FleetStore } from '#features/fleet';
import { api } from '#lib/api';
import type { Mirror } from '#lib/mirror';
import { hrefOf } from './routes';

/** Shows the device of a `waypost://` link, as soon as a fleet is open. */
export function followLinks(session: Mirror<Session>, store: FleetStore): void {
  let isOpen = false;
  const take = async () => {
    if (!isOpen) return;
    const outcome = await api.links.take();
    if (!outcome.ok || !outcome.value) return;
    window.location.hash = hrefOf('fleet');
    store.show(outcome.value.device);
  };
  api.links.onCame(() => void take());
  session.subscribe(({ value }) => {
    const wasOpen = isOpen;
    isOpen = value?.phase === 'open';
    if (isOpen && !wasOpen) void take();
  });
}
