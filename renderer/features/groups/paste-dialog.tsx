import { Button, Group, Modal, Textarea } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { useFormat } from '#lib/use-format';
import classes from './groups.module.css';
import { createDeviceFinder, readPasted, type Pastable } from './paste-devices';

interface PasteDialogProps {
  title: string;
  devices: readonly Pastable[];
  /** What the button says for so many devices: "Add 12". */
  confirm: (count: string) => string;
  /** Devices for which nothing would change. */
  isDone?: (id: string) => boolean;
  /** "in the group already". */
  doneWord?: string;
  onConfirm: (ids: string[]) => void;
  onCancel: () => void;
}

const listedProblems = 200;

/** A list of names or ids, with what was found in it as it is typed, and why the rest was not. */
export function PasteDialog(props: PasteDialogProps) {
  const { devices, isDone, onCancel } = props;
  const [text, setText] = useState('');
  const { count, counted } = useFormat();
  const settled = useDeferredValue(text);
  const find = useMemo(() => createDeviceFinder(devices), [devices]);
  const { ids, problems } = useMemo(() => readPasted(settled, find), [settled, find]);
  const fresh = isDone ? ids.filter((id) => !isDone(id)) : ids;
  const done = ids.length - fresh.length;
  return (
    <Modal
      opened
      onClose={onCancel}
      size="lg"
      title={props.title}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Textarea
        label="Names or ids"
        description="One per line, or separated by commas or semicolons."
        rows={8}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        spellCheck={false}
        data-autofocus
      />
      <p className={classes.found} aria-live="polite">
        {text.trim() !== '' && (
          <>
            {counted(ids.length, 'device')} found
            {done > 0 && `, ${count(done)} of them ${props.doneWord}`}
            {problems.length > 0 && `; ${count(problems.length)} not found`}.
          </>
        )}
      </p>
      {problems.length > 0 && (
        <section aria-label="Not found" className={classes.problems}>
          <table>
            <thead>
              <tr>
                <th scope="col">Pasted</th>
                <th scope="col">Why it is left out</th>
              </tr>
            </thead>
            <tbody>
              {problems.slice(0, listedProblems).map((problem) => (
                <tr key={problem.text}>
                  <th scope="row">{problem.text}</th>
                  <td>{problem.reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {problems.length > listedProblems && (
            <p>and {count(problems.length - listedProblems)} more</p>
          )}
        </section>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button disabled={fresh.length === 0} onClick={() => props.onConfirm(fresh)}>
          {props.confirm(counted(fresh.length, 'device'))}
        </Button>
      </Group>
    </Modal>
  );
}
