import { useState } from 'react';
import type { Fault, Outcome } from '#shared/fault';
import {
  noChoices,
  type ImportChoices,
  type ImportKind,
  type ImportPreview,
  type WrongRow,
} from '#shared/ipc/exchange';
import { api } from '#lib/api';
import { createLatestOnly } from '#lib/mirror';

export interface OpenedImport {
  /** Another one for each file that is opened. */
  id: number;
  preview: ImportPreview;
  choices: ImportChoices;
  /** Rows that were wrong at some time since the file was opened, as in the file. */
  wrongRows: ReadonlyMap<number, WrongRow>;
}

/** The file that is open for import, planned again with each choice. */
export function useImport() {
  const [opened, setOpened] = useState<OpenedImport | null>(null);
  const [busy, setBusy] = useState<'opening' | 'planning' | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  // Only the last call counts: main cancels the ones before it.
  const [latest] = useState(createLatestOnly);

  async function ask(
    what: 'opening' | 'planning',
    call: () => Promise<Outcome<ImportPreview | null>>,
    taken: (preview: ImportPreview) => void,
  ): Promise<void> {
    setBusy(what);
    setFault(null);
    const outcome = await latest.answer(call());
    if (!outcome) return;
    setBusy(null);
    if (!outcome.ok) setFault(outcome.fault);
    else if (outcome.value) taken(outcome.value);
  }

  return {
    opened,
    busy,
    fault,
    open: (what: ImportKind) =>
      ask(
        'opening',
        () => api.exchange.openImport({ what }),
        (preview) =>
          setOpened((before) => ({
            id: (before?.id ?? 0) + 1,
            preview,
            choices: noChoices,
            wrongRows: byNumber(preview.wrongRows),
          })),
      ),
    plan(choices: ImportChoices) {
      // Rows of another sheet, or with other letters, are other rows.
      const isSameTable = choices.table === opened?.choices.table;
      setOpened((before) => before && { ...before, choices });
      return ask(
        'planning',
        () => api.exchange.planImport(choices),
        (preview) =>
          setOpened((before) => {
            if (!before) return before;
            const rows = byNumber(preview.wrongRows);
            // A row comes with its corrections: what it was in the file is known from before.
            const known = isSameTable ? [...before.wrongRows] : [];
            return { ...before, preview, wrongRows: new Map([...rows, ...known]) };
          }),
      );
    },
    close() {
      latest.supersede();
      setBusy(null);
      setOpened(null);
      setFault(null);
    },
  };
}

const byNumber = (rows: readonly WrongRow[]) => new Map(rows.map((row) => [row.row, row]));
