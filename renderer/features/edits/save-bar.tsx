import { Button, UnstyledButton } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useWorkPlace, type WorkPlace } from '#lib/unsaved-work';
import type { Format } from '#lib/format';
import { ariaShortcuts, isShortcut, shortcutText } from '#lib/shortcuts';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { page } from '#ui/page';
import classes from './edits.module.css';

/** A validation error that blocks saving. */
export interface FieldProblem {
  /** The accessible name of the field, with the record's name if there are several. */
  name: string;
  message: string;
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
  /** The draft is without a password that was typed. */
  lacksPassword?: boolean;
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
  const { changed, problems, waits, isBusy = false, newTitle = null } = props;
  const [wasBlocked, setWasBlocked] = useState(false);
  const format = useFormat();
  const { t } = format;
  const saveLabel = props.saveLabel ?? t('edits.save');
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
    <section className={classes.saveBar} aria-label={t('edits.bar')} data-save-bar>
      <div className={page.rest}>
        <strong>{newTitle ?? t('edits.bar.count', { count: changed.length })}</strong>
        <span className={page.quiet}>
          {' '}
          · {placeText(place, props.lacksPassword ?? false, format)}
        </span>
        {newTitle === null && (
          <div className={classes.changedNames} title={format.items(changed.slice(0, 50))}>
            {changedNames(changed, format)}
          </div>
        )}
        <div aria-live="polite">
          {isProblemShown && (
            <UnstyledButton className={page.problem} onClick={first.focus}>
              {t('edits.blocked', {
                field: first.name,
                problem: first.message,
                others: problems.length - 1,
              })}
            </UnstyledButton>
          )}
          {!first && waits && <span className={page.quiet}>{waits}</span>}
        </div>
      </div>
      <ActionButton onClick={props.onDiscard} disabled={isBusy}>
        {t('edits.bar.discard')}
      </ActionButton>
      <Button
        size="xs"
        onClick={save}
        loading={isBusy}
        disabled={!first && !!waits}
        title={t('edits.bar.withKey', { action: saveLabel, keys: shortcutText('save', format) })}
        aria-keyshortcuts={ariaShortcuts('save')}
      >
        {saveLabel}
      </Button>
    </section>
  );
}

/** Where the changes are. */
function placeText(place: WorkPlace, lacksPassword: boolean, { t }: Format): string {
  return lacksPassword && (place === 'disk' || place === 'memory')
    ? t(`edits.place.${place}WithoutPassword`)
    : t(`edits.place.${place}`);
}

const mostNames = 6;

function changedNames(names: readonly string[], { t, items }: Format): string {
  const shown = items(names.slice(0, mostNames));
  const rest = names.length - mostNames;
  return rest > 0 ? t('edits.bar.more', { names: shown, count: rest }) : shown;
}

/** The registered save handlers. The last one is active: it belongs to the element shown last. */
const savers: (() => void)[] = [];

function onKeyDown(event: KeyboardEvent): void {
  if (!isShortcut(event, 'save') || event.defaultPrevented) return;
  event.preventDefault();
  savers.at(-1)?.();
}

/** Calls `onSave` for Ctrl+S or Cmd+S wherever the focus is. A dialog's handler wins over the page's. */
export function useSaveKey(onSave: (() => void) | null): void {
  const save = useEffectEvent(() => onSave?.());
  const isOn = onSave !== null;
  useEffect(() => {
    if (!isOn) return;
    savers.push(save);
    if (savers.length === 1) window.addEventListener('keydown', onKeyDown);
    return () => {
      savers.splice(savers.lastIndexOf(save), 1);
      if (savers.length === 0) window.removeEventListener('keydown', onKeyDown);
    };
  }, [isOn]);
}
