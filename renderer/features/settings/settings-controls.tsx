import { SegmentedControl, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Settings } from '#shared/domain/settings';
import classes from './settings.module.css';

export interface SectionProps {
  settings: Settings;
  save: (part: Partial<Settings>) => void;
}

/** A titled group of settings. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <Title order={2} size="h5">
        {title}
      </Title>
      {children}
    </section>
  );
}

interface ChoiceProps<V extends string> {
  label: string;
  description?: string;
  value: V;
  options: readonly (readonly [V, string])[];
  onChoose: (value: V) => void;
}

/** A choice between a few options; shows the new one while it is being saved. */
export function Choice<V extends string>(props: ChoiceProps<V>) {
  const [value, setValue] = useState(props.value);
  const [known, setKnown] = useState(props.value);
  if (known !== props.value) {
    setKnown(props.value);
    setValue(props.value);
  }
  return (
    <div>
      <Text size="sm" fw={500}>
        {props.label}
      </Text>
      {props.description && (
        <Text size="xs" c="dimmed">
          {props.description}
        </Text>
      )}
      <SegmentedControl
        mt={4}
        size="xs"
        aria-label={props.label}
        value={value}
        data={props.options.map(([option, label]) => ({ value: option, label }))}
        onChange={(next) => {
          setValue(next as V);
          props.onChoose(next as V);
        }}
      />
    </div>
  );
}
