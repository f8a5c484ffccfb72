import { Button, Group, Textarea } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { commonTexts } from '#lib/common-texts';
import { useFormat } from '#lib/use-format';
import { moreText } from '#lib/list-text';
import { Dialog } from '#ui/dialog';
import { groupMessages } from './group-messages';
import { texts } from './groups-texts';
import classes from './groups.module.css';
import { createDeviceFinder, readPasted, type Pastable } from './paste-devices';

interface PasteDialogProps {
  title: string;
  devices: readonly Pastable[];
  /** The label of the button for a number of devices: "Add 12 devices". */
  confirm: (devices: number) => string;
  /** Whether a device is in the group already. */
  isDone?: (id: string) => boolean;
  onConfirm: (ids: string[]) => void;
  onCancel: () => void;
}

const maxListedProblems = 200;

/** Reads a list of names or ids and shows which were found, and why the others were not. */
export function PasteDialog(props: PasteDialogProps) {
  const { devices, isDone, onCancel } = props;
  const [text, setText] = useState('');
  const format = useFormat();
  const deferred = useDeferredValue(text);
  const find = useMemo(() => createDeviceFinder(devices), [devices]);
  const { ids, problems } = useMemo(() => readPasted(deferred, find), [deferred, find]);
  const newIds = isDone ? ids.filter((id) => !isDone(id)) : ids;
  const doneCount = ids.length - newIds.length;
  return (
    <Dialog opened onClose={onCancel} size="lg" title={props.title}>
      <Textarea
        label={texts.namesOrIds}
        description={texts.onePerLineOrSeparated}
        rows={8}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        spellCheck={false}
        data-autofocus
      />
      <p className={classes.found} aria-live="polite">
        {text.trim() !== '' && (
          <>
            {groupMessages.found(ids.length, format)}{' '}
            {doneCount > 0 && groupMessages.alreadyMember(doneCount, format)}{' '}
            {problems.length > 0 && groupMessages.notFound(problems.length, format)}
          </>
        )}
      </p>
      {problems.length > 0 && (
        <section aria-label={texts.notFound} className={classes.problems}>
          <table>
            <thead>
              <tr>
                <th scope="col">{texts.pasted}</th>
                <th scope="col">{texts.reason}</th>
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
            <p>{moreText(problems.length - maxListedProblems, format)}</p>
          )}
        </section>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onCancel}>
          {commonTexts.cancel}
        </Button>
        <Button disabled={newIds.length === 0} onClick={() => props.onConfirm(newIds)}>
          {props.confirm(newIds.length)}
        </Button>
      </Group>
    </Dialog>
  );
}
