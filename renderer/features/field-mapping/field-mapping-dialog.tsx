import { Button, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import {
  mappedKinds,
  type FieldMappings,
  type FieldMappingState,
  type MappedKind,
} from '#shared/domain/field-mapping';
import type { Fault } from '#shared/fault';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { useAction } from '#lib/use-action';
import { Dialog } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import { texts } from './field-mapping-texts';
import { MappingTable } from './mapping-table';
import { initialMapping } from './preview';

/** Maps the fields of a service, with a live preview; nothing applies before it is confirmed. */
export function FieldMappingDialog({ onClose }: { onClose: () => void }) {
  const [state, setState] = useState<FieldMappingState | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  useEffect(() => {
    void api.fieldMapping.current().then((outcome) => {
      if (outcome.ok) setState(outcome.value);
      else setFault(outcome.fault);
    });
  }, []);
  return (
    <Dialog opened size="xl" onClose={onClose} title={texts.fieldMapping}>
      {fault && <FaultNotice fault={fault} context="open" />}
      {state && <MappingForm state={state} onClose={onClose} />}
    </Dialog>
  );
}

const titles: Record<MappedKind, string> = {
  location: texts.positions,
  device: texts.devices,
  limits: texts.limitsOfDevices,
};

const samplesOf = (state: FieldMappingState, kind: MappedKind) =>
  kind === 'location' ? state.samples.location : state.samples.device;

interface MappingFormProps {
  state: FieldMappingState;
  onClose: () => void;
}

function MappingForm({ state, onClose }: MappingFormProps) {
  const [mappings, setMappings] = useState<FieldMappings>(() =>
    Object.fromEntries(
      mappedKinds.map((kind) => [
        kind,
        initialMapping(kind, samplesOf(state, kind), state.mappings),
      ]),
    ),
  );
  const save = useAction(api.fieldMapping.set);
  const exported = useAction(api.fieldMapping.exportFile);
  const store = async (next: FieldMappings) => {
    if (await save.run(next)) onClose();
  };
  const isMapped = mappedKinds.some((kind) => Object.keys(state.mappings[kind] ?? {}).length > 0);
  return (
    <>
      <Text size="sm">{texts.chooseTheMemberOfThe}</Text>
      {mappedKinds.map((kind) => (
        <MappingTable
          key={kind}
          title={titles[kind]}
          kind={kind}
          samples={samplesOf(state, kind)}
          stored={state.mappings}
          mappings={mappings}
          onChange={(mapping) => setMappings({ ...mappings, [kind]: mapping })}
        />
      ))}
      {save.fault && <FaultNotice fault={save.fault} context="open" />}
      {exported.fault && <FaultNotice fault={exported.fault} context="open" />}
      <Group justify="space-between" mt="lg">
        <Group gap="xs">
          <Button variant="default" disabled={!isMapped} onClick={() => void store({})}>
            {texts.reset}
          </Button>
          <Button variant="default" disabled={!isMapped} onClick={() => void exported.run()}>
            {texts.export}
          </Button>
        </Group>
        <Group gap="xs">
          <Button variant="default" onClick={onClose}>
            {commonTexts.cancel}
          </Button>
          <Button loading={save.isBusy} onClick={() => void store(mappings)}>
            {texts.useThisMapping}
          </Button>
        </Group>
      </Group>
    </>
  );
}
