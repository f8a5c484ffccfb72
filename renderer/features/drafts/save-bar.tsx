import { Button, UnstyledButton } from '@mantine/core';
import { useIsWorkKept } from '#lib/unsaved-work';
import { useFormat } from '#lib/use-format';
import classes from './drafts.module.css';
import { useSaveKey } from './use-save-key';

/** What keeps Save from saving. */
export interface FieldProblem {
  /** The accessible name of the field, with the record's where there are several. */
  name: string;
  message: string;
  /** Brings the person to the field. */
  focus: () => void;
}

interface SaveBarProps {
  /** The names of what was changed, the most important first. */
  changed: readonly string[];
  problems: readonly FieldProblem[];
  /** What the button says: "Save", "Review and save…". */
  saveLabel?: string;
  isBusy?: boolean;
  /** Why saving has to wait: offline. The draft stays. */
  waits?: string | null;
  /** A part that is not kept in the draft, such as a typed password, in words. */
  unkept?: string | null;
  onSave: () => void;
  onDiscard: () => void;
}

/**
 * What is unsaved, what blocks saving, and Save and Discard; Ctrl+S or Cmd+S anywhere on the page.
 * Blocked, both bring the person to the field.
 */
export function SaveBar(props: SaveBarProps) {
  const { changed, problems, waits, isBusy = false, saveLabel = 'Save' } = props;
  const { counted } = useFormat();
  const isKept = useIsWorkKept();
  const first = problems[0];
  const save = () => {
    if (first) first.focus();
    else if (!waits && !isBusy) props.onSave();
  };
  useSaveKey(changed.length > 0 ? save : null);
  if (changed.length === 0) return null;
  return (
    <section className={classes.saveBar} aria-label="Unsaved changes">
      <div className={classes.saveText}>
        <strong>{counted(changed.length, 'unsaved change')}</strong>
        <span className={classes.quiet}>
          {' '}
          · kept as a draft{!isKept && ' until Waypost is closed or the account is left'}
          {props.unkept && `, ${props.unkept}`}
        </span>
        <div className={classes.changedNames} title={changed.slice(0, 50).join(', ')}>
          {changed.slice(0, 6).join(', ')}
          {changed.length > 6 && ` and ${changed.length - 6} more`}
        </div>
        <div aria-live="polite">
          {first ? (
            <span className={classes.blocked}>
              Save is blocked by{' '}
              <UnstyledButton className={classes.blocker} onClick={first.focus}>
                {first.name}
              </UnstyledButton>
              : {first.message}
              {problems.length > 1 && ` (and ${problems.length - 1} more)`}
            </span>
          ) : (
            waits && <span className={classes.quiet}>{waits}</span>
          )}
        </div>
      </div>
      <Button size="xs" variant="default" onClick={props.onDiscard} disabled={isBusy}>
        Discard
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
