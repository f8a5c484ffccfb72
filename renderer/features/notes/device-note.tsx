import { Button, Textarea } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useStore } from 'zustand';
import { longestNote, noteDraftKey, type Note } from '#shared/domain/device';
import type { Fault } from '#shared/fault';
import { useDraft, useSaveKey } from '#features/edits';
import { ageStepMs, clock, useNow } from '#lib/clock';
import { age } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { noteMessages as messages } from './messages';
import classes from './notes.module.css';
import { notesStore, useNote } from './store';

interface NoteDevice {
  id: string;
  label: string;
}

/** The user's note on a device. */
export function DeviceNote({ device }: { device: NoteDevice }) {
  const note = useNote(device.id);
  const fault = useStore(notesStore, (state) => state.fault);
  const draft = useDraft<{ text: string }, { text?: string }>(
    noteDraftKey(device.id),
    'note',
    device.label,
    { text: note?.text ?? '' },
  );
  const [isOpen, setOpen] = useState(false);
  const typed = draft.edit.text ?? null;
  const isEditing = isOpen || typed !== null;
  return (
    <section className={classes.section} aria-label={messages.title}>
      {(note || isEditing) && <h3 className={classes.title}>{messages.title}</h3>}
      {fault && <FaultNotice fault={fault} context="open" />}
      {isEditing ? (
        <Editor
          device={device}
          text={typed ?? note?.text ?? ''}
          hasNote={note !== null}
          // What the user opened is focused; a draft of an earlier session is not.
          takesFocus={isOpen}
          onText={(text) => draft.set({ text })}
          onDone={() => {
            draft.discard();
            setOpen(false);
          }}
        />
      ) : (
        <Shown note={note} isReadable={fault === null} onEdit={() => setOpen(true)} />
      )}
    </section>
  );
}

interface ShownProps {
  note: Note | null;
  isReadable: boolean;
  onEdit: () => void;
}

function Shown({ note, isReadable, onEdit }: ShownProps) {
  if (!note) {
    return (
      isReadable && (
        <Button size="compact-xs" variant="default" title={messages.where} onClick={onEdit}>
          {messages.add}
        </Button>
      )
    );
  }
  return (
    <>
      <p className={classes.text}>{note.text}</p>
      <p className={classes.quiet} title={messages.where}>
        <SavedAge at={note.savedAt} />
      </p>
      <Button size="compact-xs" variant="default" onClick={onEdit}>
        {messages.edit}
      </Button>
    </>
  );
}

function SavedAge({ at }: { at: number }) {
  const now = useNow(ageStepMs(clock.now() - at));
  return messages.savedAge({ age: age(at, now) });
}

interface EditorProps {
  device: NoteDevice;
  text: string;
  hasNote: boolean;
  takesFocus: boolean;
  onText: (text: string) => void;
  onDone: () => void;
}

function Editor({ device, text, hasNote, takesFocus, onText, onDone }: EditorProps) {
  const { count } = useFormat();
  const [fault, setFault] = useState<Fault | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isTooLong = text.length > longestNote;
  const put = useCallback(
    async (stored: string) => {
      setBusy(true);
      const failed = await notesStore.put(device.id, stored);
      setBusy(false);
      setFault(failed);
      if (!failed) onDone();
    },
    [device.id, onDone],
  );
  const save = isTooLong || isBusy ? null : () => void put(text);
  useSaveKey(save);
  return (
    <div className={classes.editor}>
      <Textarea
        aria-label={messages.label({ device: device.label })}
        description={messages.where}
        error={isTooLong && messages.tooLong({ most: count(longestNote) })}
        value={text}
        autosize
        minRows={2}
        maxRows={10}
        autoFocus={takesFocus}
        onChange={(event) => onText(event.currentTarget.value)}
        // Escape would close the details.
        onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
      />
      {fault && <FaultNotice fault={fault} context="open" />}
      <div className={classes.buttons}>
        <Button size="compact-sm" loading={isBusy} disabled={!save} onClick={() => save?.()}>
          {messages.save}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDone}>
          {messages.cancel}
        </Button>
        {hasNote && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            disabled={isBusy}
            onClick={() => void put('')}
          >
            {messages.remove}
          </Button>
        )}
      </div>
    </div>
  );
}
