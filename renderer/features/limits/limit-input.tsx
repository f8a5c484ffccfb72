import { useState } from 'react';
import { knownLimit } from '#shared/domain/device-limits';
import type { LimitsEdit } from '#shared/domain/edit';
import { knownText } from '#lib/known-text';
import { GridInput } from '#ui/grid-input';
import type { LimitRow } from './limit-rows';
import { limitsValue, limitText, readLimit } from './limits-draft';
import { stageLimits } from './save-limits';
import { texts } from './limits-texts';

interface LimitInputProps {
  row: LimitRow;
  field: 'dailyEmailLimit' | 'dailySmsLimit';
  label: string;
  edit: LimitsEdit;
  problem: string | undefined;
  /** Reachable by Tab: only in the current row, so that Tab leaves the table. */
  isReachable: boolean;
  onStep: (step: 1 | -1) => void;
}

/** A limit as an input in the table. Each change is staged and marked until it is saved. */
export function LimitInput(props: LimitInputProps) {
  const { row, field, edit, problem } = props;
  const { device } = row;
  const isChanged = Object.hasOwn(edit, field);
  const saved = limitsValue(device, field);
  const known = knownLimit(device, field);
  const value = limitText(isChanged ? edit[field] : saved);
  // The typed text, if it differs from the text of its value ("050").
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <GridInput
      name={`${field}:${row.id}`}
      label={props.label}
      inputMode="numeric"
      value={typed !== null && limitText(readLimit(typed)) === value ? typed : value}
      unsavedOver={isChanged ? knownText(known, String, texts.noLimitAsValue) : undefined}
      problem={problem}
      placeholder={knownText(known, String, texts.noLimit)}
      isReachable={props.isReachable}
      onType={(text) => {
        setTyped(text);
        stageLimits(device, { [field]: readLimit(text) });
      }}
      onRevert={() => {
        setTyped(null);
        stageLimits(device, { [field]: saved });
      }}
      onStep={props.onStep}
      onBlur={() => setTyped(null)}
    />
  );
}
