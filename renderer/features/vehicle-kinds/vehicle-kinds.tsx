import { Button } from '@mantine/core';
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
import { commonTexts } from '#lib/common-texts';
import { showFault, showToast } from '#lib/toasts';
import { useFormat } from '#lib/use-format';
import { vehicleKindNames } from '#lib/vehicle-kind-texts';
import { Dialog } from '#ui/dialog';
import { page } from '#ui/page';
import { VehicleKindIcon } from '#ui/vehicle-kind-icon';
import { kindTexts as texts } from './kind-texts';
import classes from './vehicle-kinds.module.css';

type Chosen = ReadonlyMap<string, VehicleKind>;

/** What the user chose for devices of the open account; only this window changes it. */
const store = createAccountStore<{ chosen: Chosen }>({ chosen: new Map() });

onAccountOpened(() => void read());

async function read(): Promise<void> {
  const outcome = await inAccount(api.vehicleKinds.all());
  if (outcome?.ok) keep(outcome.value);
  else if (outcome) showFault(texts.notRead, outcome.fault);
}

function keep(choices: readonly KindChoice[]): void {
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
    keep(choices);
    return outcome.value;
  }
  if (outcome) showFault(texts.notStored, outcome.fault);
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
  const chosen = useStore(store, (state) => state.chosen.get(id));
  const stated = Object.entries(tags).map(([name, value]) => kindOfTag(name, value));
  const kind = chosen ?? stated.find((each) => each !== null);
  if (!kind) return <span className={page.dimmed}>{commonTexts.notKnown}</span>;
  return (
    <span className={page.inline} title={chosen ? texts.chosenHere : texts.asStated}>
      <span aria-hidden className={page.inline}>
        <VehicleKindIcon kind={kind} />
      </span>
      {vehicleKindNames[kind]}
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
  const format = useFormat();
  const [first] = ids;
  const isAlike = ids.every((id) => chosen.get(id) === chosen.get(first!));
  const current = isAlike ? (chosen.get(first!) ?? null) : undefined;
  const take = async (kind: VehicleKind | null) => {
    onClose();
    const before = await choose(ids.map((deviceId) => ({ deviceId, kind })));
    if (!before) return;
    const name = kind ? vehicleKindNames[kind] : texts.asStated;
    showToast({
      tone: 'info',
      title: texts.chosen(name, ids.length, format),
      actions: [{ label: commonTexts.undo, run: () => void choose(before) }],
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
      {kind ? vehicleKindNames[kind] : texts.asStated}
    </Button>
  );
  const title = label === null ? texts.titleOfMany(ids.length, format) : texts.titleOf(label);
  return (
    <Dialog opened onClose={onClose} title={title}>
      <p className={page.quiet}>{texts.where}</p>
      <div className={classes.kinds}>
        {vehicleKinds.map(option)}
        {option(null)}
      </div>
    </Dialog>
  );
}
