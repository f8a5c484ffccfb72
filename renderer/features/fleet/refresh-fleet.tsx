import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { statusMirror } from '#features/status';
import { isLongRefresh, RefreshQuestion } from '#features/usage';
import { api } from '#lib/api';

const asking = createStore<{ devices: number; callsPerMinute: number } | null>(() => null);

/** The calls a minute that Waypost makes at present, and those left today; null: there is no limit of the day. */
export const useCalls = () => ({
  callsPerMinute: useStore(statusMirror, ({ value }) => value?.callRate.inUse ?? 0),
  callsLeft: useStore(statusMirror, ({ value }) => value?.dayLimit?.left ?? null),
});

/** Requests the last locations of all devices, after a question if that takes long. */
export function refreshFleet(): void {
  const status = statusMirror.getState().value;
  const [devices, callsPerMinute] = [status?.devices ?? 0, status?.callRate.inUse ?? 0];
  if (isLongRefresh(devices, callsPerMinute)) asking.setState({ devices, callsPerMinute }, true);
  else void api.fleet.refresh();
}

/** The question of `refreshFleet`. */
export function RefreshFleetQuestion() {
  const question = useStore(asking);
  if (question === null) return null;
  const close = () => asking.setState(null, true);
  return (
    <RefreshQuestion
      {...question}
      onConfirm={() => {
        close();
        void api.fleet.refresh();
      }}
      onCancel={close}
    />
  );
}
