import { Button, UnstyledButton } from '@mantine/core';
import { useIsWorkKept } from '#lib/unsaved-work';
import { useFormat } from '#lib/use-format';
import classes from './drafts.module.css';
import { useSaveKey } from './use-save-key';

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
  problems: readonly FieldProblem[];
  /** "Save", "Review and save…". */
  saveLabel?: string;
  isBusy?: boolean;
  /** Why saving has to wait, for example offline. */
  waits?: string | null;
  /** A part that is not stored in the draft: "without the password". */
  unkept?: string | null;
  onSave: () => void;
  onDiscard: () => void;
}

/**
 * The unsaved changes, the validation errors, Save and Discard. Ctrl+S or Cmd+S saves from anywhere
 * on the page. If a field is invalid, saving focuses it instead.
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
          ·{' '}
          {isKept
            ? 'saved as a draft'
            : 'saved as a draft until you close Waypost or leave the account'}
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
