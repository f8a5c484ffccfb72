import { Button, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#lib/api';
import { useAction } from '#lib/use-action';
import { FaultNotice } from '#ui/fault-notice';
import { texts } from './alerts-texts';

interface AcknowledgeManyProps {
  ids: ReadonlySet<string>;
  onDone: () => void;
}

/** Acknowledges all selected alerts with one note. */
export function AcknowledgeMany({ ids, onDone }: AcknowledgeManyProps) {
  const [note, setNote] = useState('');
  const acknowledge = useAction(api.alerts.acknowledge);
  const run = async () => {
    if (!(await acknowledge.run({ ids: [...ids], note }))) return;
    setNote('');
    onDone();
  };
  return (
    <>
      <TextInput
        size="xs"
        aria-label={texts.noteForAllOfThem}
        placeholder={texts.noteOptional}
        value={note}
        maxLength={2000}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Button
        size="xs"
        loading={acknowledge.isBusy}
        leftSection={<IconCheck size={14} aria-hidden />}
        onClick={() => void run()}
      >
        {texts.acknowledge}
      </Button>
      {acknowledge.fault && (
        <FaultNotice fault={acknowledge.fault} context="open" onDismiss={acknowledge.dismiss} />
      )}
    </>
  );
}
