import { Button, Group, Modal, Textarea } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { useFormat } from '#lib/use-format';
import classes from './groups.module.css';
import { createDeviceFinder, readPasted, type Pastable } from './paste-devices';

interface PasteDialogProps {
  title: string;
  devices: readonly Pastable[];
  /** The label of the button for a number of devices: "Add 12 devices". */
  confirm: (count: string) => string;
  /** Whether nothing would change for a device. */
  isDone?: (id: string) => boolean;
  /** "already in the group". */
  doneLabel?: string;
  onConfirm: (ids: string[]) => void;
  onCancel: () => void;
}

const maxListedProblems = 200;

/** Reads a list of names or ids and shows which were found, and why the others were not. */
export function PasteDialog(props: PasteDialogProps) {
  const { devices, isDone, onCancel } = props;
  const [text, setText] = useState('');
  const { count, counted } = useFormat();
  const deferred = useDeferredValue(text);
  const find = useMemo(() => createDeviceFinder(devices), [devices]);
  const { ids, problems } = useMemo(() => readPasted(deferred, find), [deferred, find]);
  const newIds = isDone ? ids.filter((id) => !isDone(id)) : ids;
  const doneCount = ids.length - newIds.length;
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
            {doneCount > 0 && `, ${count(doneCount)} of them ${props.doneLabel}`}
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
                <th scope="col">Reason</th>
              </tr>
            </thead>
            <tbody>
              {problems.slice(0, maxListedProblems).map((problem) => (
                <tr key={problem.text}>
                  <th scope="row">{problem.text}</th>
                  <td>{problem.reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {problems.length > maxListedProblems && (
            <p>and {count(problems.length - maxListedProblems)} more</p>
          )}
        </section>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button disabled={newIds.length === 0} onClick={() => props.onConfirm(newIds)}>
          {props.confirm(counted(newIds.length, 'device'))}
        </Button>
      </Group>
    </Modal>
  );
}
