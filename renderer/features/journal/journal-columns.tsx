import type { JournalEntry } from '#shared/domain/edit';
import { changeText } from '#lib/field-messages';
import type { Format } from '#lib/format';
import type { DataColumn } from '#ui/data-table';
import { entryTitle, undoLabels } from './journal-messages';

export function journalColumns(format: Format): DataColumn<JournalEntry>[] {
  const texts = (entry: JournalEntry) =>
    entry.changes.map((change) => changeText(entry.kind, change, format));
  const text = (value: string) => value && <span title={value}>{value}</span>;
  return [
    {
      id: 'at',
      header: 'When',
      width: 190,
      cell: ({ at }) => <span>{format.moment(at)}</span>,
    },
    {
      id: 'what',
      header: 'What',
      width: 220,
      grows: true,
      cell: (entry) => text(entryTitle(entry)),
    },
    {
      id: 'before',
      header: 'Before',
      width: 190,
      grows: true,
      cell: (entry) =>
        entry.action !== 'submit' &&
        entry.action !== 'create' &&
        text(
          texts(entry)
            .map(({ name, before }) => `${name}: ${before}`)
            .join('; '),
        ),
    },
    {
      id: 'after',
      header: 'After',
      width: 190,
      grows: true,
      cell: (entry) =>
        entry.action !== 'delete' &&
        text(
          texts(entry)
            .map(({ name, after }) => `${name}: ${after}`)
            .join('; '),
        ),
    },
    { id: 'by', header: 'By', width: 150, cell: ({ by }) => text(by) },
    {
      id: 'undo',
      header: 'Undo',
      width: 100,
      cell: ({ undo, undoReason }) => (
        <span title={undoReason ?? undefined}>{undoLabels[undo]}</span>
      ),
    },
  ];
}
