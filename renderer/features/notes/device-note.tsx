import { Button, Textarea } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useStore } from 'zustand';
import { deviceOfNoteDraft, longestNote, noteDraftKey, type Note } from '#shared/domain/device';
import type { Fault, Outcome } from '#shared/fault';
import type { NoteChange } from '#shared/ipc/fleet';
import type { FleetClient } from '#engines/fleet';
import { useDraft, useOpenedDraft, useSaveKey } from '#features/edits';
import { useFleetStore } from '#features/fleet';
import { createAccountStore, inAccount, onAccountOpened } from '#lib/account-scope';
import { api } from '#lib/api';
import { ageStepMs, clock, useNow } from '#lib/clock';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { FaultNotice } from '#ui/fault-notice';
import { page } from '#ui/page';
import classes from './notes.module.css';

interface NotesState {
  notes: ReadonlyMap<string, Note>;
  /** Why the notes could not be read. */
  fault: Fault | null;
}

/** The notes of the open account. */
const store = createAccountStore<NotesState>({ notes: new Map(), fault: null });

async function readNotes(): Promise<void> {
  const outcome = await inAccount(api.notes.all());
  if (outcome?.ok) {
    store.setState({ notes: new Map(outcome.value.map((note) => [note.deviceId, note])) });
  } else if (outcome) store.setState({ fault: outcome.fault });
}
onAccountOpened(() => void readNotes());

/** Stores a note; an empty text deletes it. null: its account was left meanwhile. */
async function putNote(deviceId: string, text: string): Promise<Outcome<unknown> | null> {
  const outcome = await inAccount(api.notes.put({ deviceId, text }));
  if (outcome?.ok) takeNote({ deviceId, note: outcome.value });
  return outcome;
}

/** Shows a stored note of this or of another window. */
export function takeNote({ deviceId, note }: NoteChange): void {
  const notes = new Map(store.getState().notes);
  if (note) notes.set(deviceId, note);
  else notes.delete(deviceId);
  store.setState({ notes });
}

/** Passes the notes to the fleet worker, whose search finds them. */
export function followNotes(client: Pick<FleetClient, 'setNotes'>): void {
  store.subscribe(({ notes }, before) => {
    if (notes === before.notes || (notes.size === 0 && before.notes.size === 0)) return;
    void client.setNotes([...notes.values()].map(({ deviceId, text }) => [deviceId, text]));
  });
}

/** Opens the device of a note that was chosen in the menu of drafts. */
export function NoteDrafts() {
  const fleet = useFleetStore();
  useOpenedDraft(
    'note',
    useCallback((key: string) => fleet.show(deviceOfNoteDraft(key)), [fleet]),
  );
  return null;
}

interface NoteDevice {
  id: string;
  label: string;
}

/** The user's note on a device. */
export function DeviceNote({ device }: { device: NoteDevice }) {
  const { t } = useFormat();
  const note = useStore(store, ({ notes }) => notes.get(device.id) ?? null);
  const fault = useStore(store, (state) => state.fault);
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
    <section className={classes.section} aria-label={t('notes.title')}>
      {(note || isEditing) && <h3 className={classes.title}>{t('notes.title')}</h3>}
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
  const { t } = useFormat();
  if (!note) {
    return (
      isReadable && (
        <ActionButton size="compact-xs" title={t('notes.where')} onClick={onEdit}>
          {t('notes.add')}
        </ActionButton>
      )
    );
  }
  return (
    <>
      <p className={classes.text}>{note.text}</p>
      <p className={page.quiet} title={t('notes.where')}>
        <SavedAge at={note.savedAt} />
      </p>
      <ActionButton size="compact-xs" onClick={onEdit}>
        {t('notes.edit')}
      </ActionButton>
    </>
  );
}

function SavedAge({ at }: { at: number }) {
  const { t, age } = useFormat();
  const now = useNow(ageStepMs(clock.now() - at));
  return t('notes.age', { age: age(at, now) });
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
  const { t } = useFormat();
  const [fault, setFault] = useState<Fault | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isTooLong = text.length > longestNote;
  const put = async (stored: string) => {
    setBusy(true);
    const outcome = await putNote(device.id, stored);
    // The draft on this device is of another account now.
    if (!outcome) return;
    setBusy(false);
    setFault(outcome.ok ? null : outcome.fault);
    if (outcome.ok) onDone();
  };
  const save = isTooLong || isBusy ? null : () => void put(text);
  useSaveKey(save);
  return (
    <div className={classes.editor}>
      <Textarea
        aria-label={t('notes.label', { device: device.label })}
        description={t('notes.where')}
        error={isTooLong && t('notes.tooLong', { most: longestNote })}
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
      <div className={page.row}>
        <Button size="compact-sm" loading={isBusy} disabled={!save} onClick={() => save?.()}>
          {t('notes.save')}
        </Button>
        <ActionButton size="compact-sm" onClick={onDone}>
          {t('notes.discard')}
        </ActionButton>
        {hasNote && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            disabled={isBusy}
            onClick={() => void put('')}
          >
            {t('notes.delete')}
          </Button>
        )}
      </div>
    </div>
  );
}
