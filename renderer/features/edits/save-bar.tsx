import { Button, UnstyledButton } from '@mantine/core';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useWorkPlace } from '#lib/unsaved-work';
import { itemsText } from '#lib/list-text';
import { useFormat } from '#lib/use-format';
import { page } from '#ui/page';
import { blockedText, changedNamesText, draftPlaceText, texts } from './edits-texts';
import classes from './edits.module.css';

/** A validation error that blocks saving. */
export interface FieldProblem {
  /** The accessible name of the field, with the record's name if there are several. */
  name: string;
  message: string;
  /** Focuses the field. */
  focus: () => void;
}

interface SaveBarProps {
  /** The names of what was changed, the most important first. */
  changed: readonly string[];
  /** What a record that is being created is called, "New user"; null for changes. */
  newTitle?: string | null;
  problems: readonly FieldProblem[];
  /** "Save", "Review and save…". */
  saveLabel?: string;
  isBusy?: boolean;
  /** Why saving has to wait, for example offline. */
  waits?: string | null;
  /** A part that is not stored in the draft: "without the password". */
  unstored?: string | null;
  onSave: () => void;
  /** Save was requested although a field is invalid. */
  onBlocked?: () => void;
  onDiscard: () => void;
}

/**
 * The unsaved changes, the first validation error, Save and Discard. Ctrl+S or Cmd+S saves from
 * anywhere on the page. If a field is invalid, saving focuses it instead. For a new record errors are
 * left to the fields, until saving was requested.
 */
export function SaveBar(props: SaveBarProps) {
  const {
    changed,
    problems,
    waits,
    isBusy = false,
    saveLabel = texts.save,
    newTitle = null,
  } = props;
  const [wasBlocked, setWasBlocked] = useState(false);
  const { counted } = useFormat();
  const place = useWorkPlace();
  const first = problems[0];
  const save = () => {
    if (first) {
      setWasBlocked(true);
      props.onBlocked?.();
      first.focus();
    } else if (!waits && !isBusy) props.onSave();
  };
  useSaveKey(changed.length > 0 ? save : null);
  if (changed.length === 0) return null;
  const isProblemShown = first !== undefined && (newTitle === null || wasBlocked);
  return (
    <section className={classes.saveBar} aria-label={texts.unsavedChanges}>
      <div className={page.rest}>
        <strong>{newTitle ?? counted(changed.length, 'unsaved change')}</strong>
        <span className={page.quiet}> · {draftPlaceText(place, props.unstored ?? null)}</span>
        {newTitle === null && (
          <div className={classes.changedNames} title={itemsText(changed.slice(0, 50))}>
            {changedNamesText(changed)}
          </div>
        )}
        <div aria-live="polite">
          {isProblemShown && (
            <UnstyledButton className={page.problem} onClick={first.focus}>
              {blockedText(first, problems.length - 1)}
            </UnstyledButton>
          )}
          {!first && waits && <span className={page.quiet}>{waits}</span>}
        </div>
      </div>
      <Button size="xs" variant="default" onClick={props.onDiscard} disabled={isBusy}>
        {texts.discard}
      </Button>
      <Button
        size="xs"
        onClick={save}
        loading={isBusy}
        disabled={!first && !!waits}
        title={`${saveLabel} (Ctrl+S)`}
        aria-keyshortcuts="Control+S Meta+S"
      >
        {saveLabel}
      </Button>
    </section>
  );
}

/** The registered save handlers. The last one is active: it belongs to the element shown last. */
const savers: (() => void)[] = [];

function onKeyDown(event: KeyboardEvent): void {
  const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's';
  if (!isSave || event.altKey || event.shiftKey || event.defaultPrevented) return;
  event.preventDefault();
  savers.at(-1)?.();
}

/** Calls `onSave` for Ctrl+S or Cmd+S wherever the focus is. A dialog's handler wins over the page's. */
export function useSaveKey(onSave: (() => void) | null): void {
  const latest = useRef(onSave);
  // A layout effect, because the key may be pressed right after rendering.
  useLayoutEffect(() => {
    latest.current = onSave;
  });
  const save = useCallback(() => latest.current?.(), []);
  const isOn = onSave !== null;
  useEffect(() => {
    if (!isOn) return;
    savers.push(save);
    if (savers.length === 1) window.addEventListener('keydown', onKeyDown);
    return () => {
      savers.splice(savers.lastIndexOf(save), 1);
      if (savers.length === 0) window.removeEventListener('keydown', onKeyDown);
    };
  }, [isOn, save]);
}
