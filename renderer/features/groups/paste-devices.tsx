import { Textarea } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { useFormat } from '#lib/use-format';
import type { Format } from '#lib/format';
import { ConfirmDialog } from '#ui/dialog';
import { page } from '#ui/page';
import classes from './groups.module.css';
import { fold, textKey } from '#shared/domain/text';

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
  const { t } = format;
  const deferred = useDeferredValue(text);
  const find = useMemo(() => createDeviceFinder(devices), [devices]);
  const { ids, problems } = useMemo(() => readPasted(deferred, find), [deferred, find]);
  const newIds = isDone ? ids.filter((id) => !isDone(id)) : ids;
  const doneCount = ids.length - newIds.length;
  return (
    <ConfirmDialog
      size="lg"
      title={props.title}
      confirmLabel={props.confirm(newIds.length)}
      isBlocked={newIds.length === 0}
      onConfirm={() => props.onConfirm(newIds)}
      onCancel={onCancel}
    >
      <Textarea
        label={t('groups.paste.names')}
        description={t('groups.paste.help')}
        rows={8}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        spellCheck={false}
        data-autofocus
      />
      <p className={classes.found} aria-live="polite">
        {text.trim() !== '' && (
          <>
            {t('groups.paste.found', { count: ids.length })}{' '}
            {doneCount > 0 && t('groups.paste.alreadyMember', { count: doneCount })}{' '}
            {problems.length > 0 && t('groups.paste.notFound', { count: problems.length })}
          </>
        )}
      </p>
      {problems.length > 0 && (
        <section aria-label={t('groups.paste.problems')} className={classes.problems}>
          <table className={page.table}>
            <thead>
              <tr>
                <th scope="col">{t('groups.paste.pasted')}</th>
                <th scope="col">{t('groups.paste.reason')}</th>
              </tr>
            </thead>
            <tbody>
              {problems.slice(0, maxListedProblems).map((problem) => (
                <tr key={problem.text}>
                  <th scope="row">{problem.text}</th>
                  <td>{reasonText(problem, format)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {problems.length > maxListedProblems && (
            <p>{t('common.more', { count: problems.length - maxListedProblems })}</p>
          )}
        </section>
      )}
    </ConfirmDialog>
  );
}

interface Pastable {
  id: string;
  label: string;
}

interface PasteProblem {
  /** The entry as it was pasted. */
  text: string;
  /** The devices that it may mean; none: there is no such device. */
  found: readonly Pastable[];
}

interface Pasted {
  /** The devices that were found, once each, in the pasted order. */
  ids: string[];
  problems: PasteProblem[];
}

/** Finds devices by exact id, then by exact name, then by a name that looks the same, then by name without accents. */
export function createDeviceFinder(devices: readonly Pastable[]): (text: string) => Pastable[] {
  const ids = new Map(devices.map((device) => [device.id, device]));
  const names = groupedBy(devices, ({ label }) => label.trim());
  const alike = groupedBy(devices, ({ label }) => textKey(label));
  const folded = groupedBy(devices, ({ label }) => fold(textKey(label)));
  return (text) => {
    const byId = ids.get(text);
    return byId
      ? [byId]
      : (names.get(text) ?? alike.get(textKey(text)) ?? folded.get(fold(textKey(text))) ?? []);
  };
}

/**
 * Reads a pasted list of names or ids: one per line, or several separated by commas, semicolons or
 * tabs. A whole line is tried first, because names may contain a comma.
 */
export function readPasted(text: string, find: (text: string) => Pastable[]): Pasted {
  const ids = new Set<string>();
  const problems = new Map<string, PasteProblem>();
  const add = (entry: string): boolean => {
    const found = find(entry);
    const [first] = found;
    if (found.length === 1 && first) ids.add(first.id);
    else if (found.length > 1) {
      problems.set(entry, { text: entry, found });
    }
    return found.length > 0;
  };
  for (const line of text.split(/\r?\n/)) {
    const whole = unquoted(line);
    if (whole === '' || add(whole)) continue;
    for (const part of line.split(/[,;\t]/)) {
      const entry = unquoted(part);
      if (entry === '' || add(entry)) continue;
      problems.set(entry, { text: entry, found: [] });
    }
  }
  return { ids: [...ids], problems: [...problems.values()] };
}

function reasonText({ found }: PasteProblem, { t, items }: Format): string {
  const count = found.length;
  if (count === 0) return t('groups.paste.reason.none');
  const ids = items(found.slice(0, mostIds).map(({ id }) => id));
  return count > mostIds
    ? t('groups.paste.reason.many', { count, ids, rest: count - mostIds })
    : t('groups.paste.reason.several', { count, ids });
}

const mostIds = 4;

/** Removes the quotes that a spreadsheet adds. */
function unquoted(text: string): string {
  const bare = text.trim();
  const inQuotes = /^"(.*)"$/.exec(bare)?.[1];
  return (inQuotes === undefined ? bare : inQuotes.replaceAll('""', '"')).trim();
}

function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
