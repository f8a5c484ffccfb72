import { NumberInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { callsPerDaySchema } from '#shared/domain/session';
import { api } from '#lib/api';
import { useAction } from '#lib/use-action';
import { FaultNotice } from '#ui/fault-notice';
import { texts } from './usage-texts';

interface DayLimitSettingProps {
  value: number | null;
  onChanged: () => void;
}

/** The user's limit of calls per day of this account; empty: none. */
export function DayLimitSetting({ value, onChanged }: DayLimitSettingProps) {
  const [draft, setDraft] = useState<number | string>(value ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const change = useAction(api.usage.setCallsPerDay);
  // `value` follows later, with the next reading of the usage.
  const chosen = useRef(value);
  // One after the other: a change that is made while another is sent must not be dropped.
  const sent = useRef(Promise.resolve());

  const commit = () => {
    const read = callsPerDaySchema.safeParse(draft === '' ? null : Number(draft));
    if (!read.success) {
      setProblem(texts.aWholeNumberFrom10);
      return;
    }
    setProblem(null);
    if (read.data === chosen.current) return;
    chosen.current = read.data;
    sent.current = sent.current.then(() => change.run({ callsPerDay: read.data })).then(onChanged);
  };

  return (
    <>
      <NumberInput
        size="xs"
        maw={320}
        label={texts.callsPerDay}
        description={texts.forThisAccountEmptyNo}
        placeholder={texts.noLimit}
        value={draft}
        error={problem}
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=","
        hideControls
        clampBehavior="none"
        onChange={setDraft}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      {change.fault && (
        <FaultNotice fault={change.fault} context="open" onDismiss={change.dismiss} />
      )}
    </>
  );
}
