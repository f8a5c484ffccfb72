import type { JournalEntry } from '#shared/domain/edit';
import { commonTexts } from '#lib/common-texts';
import { changeText } from '#lib/field-messages';
import type { Format } from '#lib/format';
import type { DataColumn } from '#ui/data-table';
import { entryTitle, undoLabels } from './journal-messages';
import { texts } from './journal-texts';

export function journalColumns(format: Format): DataColumn<JournalEntry>[] {
  const textsOf = (entry: JournalEntry) =>
    entry.changes.map((change) => changeText(entry.kind, change, format));
  const text = (value: string) => value && <span title={value}>{value}</span>;
  return [
    {
      id: 'at',
      header: texts.when,
      width: 190,
      cell: ({ at }) => <span>{format.moment(at)}</span>,
    },
    {
      id: 'what',
      header: texts.what,
      width: 220,
      grows: true,
      cell: (entry) => text(entryTitle(entry)),
    },
    {
      id: 'before',
      header: commonTexts.before,
      width: 190,
      grows: true,
      cell: (entry) =>
        entry.action !== 'submit' &&
        entry.action !== 'create' &&
        text(
          textsOf(entry)
            .map(({ name, before }) => `${name}: ${before}`)
            .join('; '),
        ),
    },
    {
      id: 'after',
      header: commonTexts.after,
      width: 190,
      grows: true,
      cell: (entry) =>
        entry.action !== 'delete' &&
        text(
          textsOf(entry)
            .map(({ name, after }) => `${name}: ${after}`)
            .join('; '),
        ),
    },
    { id: 'by', header: texts.by, width: 150, cell: ({ by }) => text(by) },
    {
      id: 'undo',
      header: commonTexts.undo,
      width: 100,
      cell: ({ undo, undoReason }) => (
        <span title={undoReason ?? undefined}>{undoLabels[undo]}</span>
      ),
    },
  ];
}
