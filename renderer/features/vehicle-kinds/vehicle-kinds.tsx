import { Button, SimpleGrid } from '@mantine/core';
import { useStore } from 'zustand';
import type { Device } from '#shared/domain/device';
import {
  kindOfTag,
  vehicleKinds,
  type KindChoice,
  type VehicleKind,
} from '#shared/domain/vehicle-kind';
import type { FleetClient } from '#engines/fleet';
import { createAccountStore, inAccount, onAccountOpened } from '#lib/account-scope';
import { api } from '#lib/api';
import { showFault, showToast } from '#lib/toasts';
import { currentFormat, useFormat } from '#lib/use-format';
import { Dialog } from '#ui/dialog';
import { page } from '#ui/page';
import { VehicleKindIcon } from '#ui/vehicle-kind-icon';

type Chosen = ReadonlyMap<string, VehicleKind>;

/** What the user chose for devices of the open account. */
const store = createAccountStore<{ chosen: Chosen }>({ chosen: new Map() });

onAccountOpened(() => void read());

async function read(): Promise<void> {
  const outcome = await inAccount(api.vehicleKinds.all());
  if (outcome?.ok) keepKinds(outcome.value);
  else if (outcome) showFault(currentFormat().t('vehicle-kinds.notRead'), outcome.fault);
}

/** Takes stored choices of this or of another window. */
export function keepKinds(choices: readonly KindChoice[]): void {
  const chosen = new Map(store.getState().chosen);
  for (const { deviceId, kind } of choices) {
    if (kind) chosen.set(deviceId, kind);
    else chosen.delete(deviceId);
  }
  store.setState({ chosen });
}

/** Stores choices; returns what was chosen before, or null if they were not stored. */
async function choose(choices: KindChoice[]): Promise<KindChoice[] | null> {
  const outcome = await inAccount(api.vehicleKinds.choose({ choices }));
  if (outcome?.ok) {
    keepKinds(choices);
    return outcome.value;
  }
  if (outcome) showFault(currentFormat().t('vehicle-kinds.notStored'), outcome.fault);
  return null;
}

/** Passes what the user chose to the fleet worker. */
export function followVehicleKinds(client: Pick<FleetClient, 'setKinds'>): void {
  store.subscribe(({ chosen }, before) => {
    if (chosen !== before.chosen) void client.setKinds([...chosen]);
  });
}

/** What a device is fixed to, as the user chose it or its tags state it. */
export function VehicleKindText({ device: { id, tags } }: { device: Pick<Device, 'id' | 'tags'> }) {
  const { t } = useFormat();
  const chosen = useStore(store, (state) => state.chosen.get(id));
  const stated = Object.entries(tags).map(([name, value]) => kindOfTag(name, value));
  const kind = chosen ?? stated.find((each) => each !== null);
  if (!kind) return <span className={page.dimmed}>{t('common.notKnown')}</span>;
  return (
    <span
      className={page.inline}
      title={chosen ? t('vehicle-kinds.chosenHere') : t('vehicle-kinds.asStated')}
    >
      <span aria-hidden className={page.inline}>
        <VehicleKindIcon kind={kind} />
      </span>
      {t(`common.vehicleKind.${kind}`)}
    </span>
  );
}

interface VehicleKindDialogProps {
  ids: readonly string[];
  /** Of the only device; null: there are several. */
  label: string | null;
  onClose: () => void;
}

/** Chooses what devices are fixed to, with one click; a message offers Undo. */
export function VehicleKindDialog({ ids, label, onClose }: VehicleKindDialogProps) {
  const chosen = useStore(store, (state) => state.chosen);
  const { t } = useFormat();
  const nameOf = (kind: VehicleKind | null) =>
    kind ? t(`common.vehicleKind.${kind}`) : t('vehicle-kinds.asStated');
  const [first] = ids;
  const isAlike = ids.every((id) => chosen.get(id) === chosen.get(first!));
  const current = isAlike ? (chosen.get(first!) ?? null) : undefined;
  const take = async (kind: VehicleKind | null) => {
    onClose();
    const before = await choose(ids.map((deviceId) => ({ deviceId, kind })));
    if (!before) return;
    showToast({
      tone: 'info',
      title: t('vehicle-kinds.chosen', { kind: nameOf(kind), count: ids.length }),
      actions: [{ label: t('common.undo'), run: () => void choose(before) }],
    });
  };
  const option = (kind: VehicleKind | null) => (
    <Button
      key={kind}
      variant={kind === current ? 'light' : 'default'}
      aria-pressed={kind === current}
      data-autofocus={kind === current || undefined}
      justify="flex-start"
      leftSection={
        kind && (
          <span aria-hidden>
            <VehicleKindIcon kind={kind} />
          </span>
        )
      }
      onClick={() => void take(kind)}
    >
      {nameOf(kind)}
    </Button>
  );
  const title = t('vehicle-kinds.title', { count: ids.length, device: label ?? '' });
  return (
    <Dialog opened onClose={onClose} title={title}>
      <p className={page.quiet}>{t('vehicle-kinds.where')}</p>
      <SimpleGrid cols={2} spacing={8} mt={12}>
        {vehicleKinds.map(option)}
        {option(null)}
      </SimpleGrid>
    </Dialog>
  );
}
