import { useState } from 'react';
import type { LimitsEdit } from '#shared/domain/edit';
import { GridInput } from '#ui/grid-input';
import type { LimitRow } from './limit-rows';
import { limitsValue, limitText, readLimit } from './limits-draft';
import { stageLimits } from './stage-limits';

interface LimitInputProps {
  row: LimitRow;
  field: 'dailyEmailLimit' | 'dailySmsLimit';
  label: string;
  edit: LimitsEdit;
  problem: string | undefined;
  /** By Tab: only the fields of the selected row, so that Tab leaves the table. */
  isReachable: boolean;
  onStep: (step: 1 | -1) => void;
}

/** A limit typed into the table: staged as it is typed, coloured until it is saved. */
export function LimitInput(props: LimitInputProps) {
  const { row, field, edit, problem } = props;
  const { device } = row;
  const isChanged = Object.hasOwn(edit, field);
  const saved = limitsValue(device, field);
  const value = limitText(isChanged ? edit[field] : saved);
  // What is being typed, where it reads differently from what it means ("050").
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <GridInput
      name={`${field}:${row.id}`}
      label={props.label}
      inputMode="numeric"
      value={typed !== null && limitText(readLimit(typed)) === value ? typed : value}
      unsavedOver={isChanged ? limitText(saved) || 'no limit' : undefined}
      problem={problem}
      placeholder={row.isProvided ? 'no limit' : 'not provided by the service'}
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
