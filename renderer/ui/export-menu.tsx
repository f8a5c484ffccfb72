import { Menu } from '@mantine/core';
import { IconDownload, IconSquare, IconSquareCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { FaultError, type Outcome } from '#shared/fault';
import {
  exportFormats,
  tableFormats,
  type ExportFormat,
  type ExportKind,
} from '#shared/ipc/exchange';
import type { WrittenFile } from '#shared/ipc/fields';
import { inAccount } from '#lib/account-scope';
import { api } from '#lib/api';
import { showFault } from '#lib/toasts';
import { currentFormat, useFormat } from '#lib/use-format';
import { showWritten } from '#lib/written-file';
import { ActionButton } from './action-button';
import { IconButton } from './icon-button';
import { PrintItems, usePrintKey, type Printed } from './print-table';

interface ExportButtonProps {
  /** Items of the menu: one for each format. */
  items?: ReactNode;
  /** The table on screen, if it can be printed. */
  printed?: Printed | undefined;
  isBusy: boolean;
  /** The button's label. */
  children?: string | undefined;
  /** Whether the menu is open, if something else than its button opens it too. */
  opened?: boolean;
  onChange?: (isOpen: boolean) => void;
  /** The label is a tooltip, where there is no room for it. */
  isIcon?: boolean;
}

/** The button of every export, with its formats. */
export function ExportButton({
  items,
  printed,
  isBusy,
  children: given,
  isIcon,
  ...open
}: ExportButtonProps) {
  const { t } = useFormat();
  const children = given ?? t('common.export');
  const button = useRef<HTMLButtonElement>(null);
  usePrintKey(printed, () => button.current?.checkVisibility() ?? false);
  useEffect(() => {
    const busy = isBusy ? button.current : null;
    // A busy button takes no focus.
    return () => {
      if (document.activeElement === document.body) busy?.focus({ preventScroll: true });
    };
  }, [isBusy]);
  return (
    <Menu position="bottom-end" withArrow {...open}>
      <Menu.Target>
        {isIcon ? (
          <IconButton name={children} icon={IconDownload} ref={button} size={30} loading={isBusy} />
        ) : (
          <ActionButton ref={button} loading={isBusy} icon={IconDownload}>
            {children}
          </ActionButton>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {items}
        {printed && <PrintItems {...printed} />}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Writes a file that the user chooses, and says what became of it, on whatever page they are then. */
export function useExport<A extends unknown[]>(
  write: (...args: A) => Promise<Outcome<WrittenFile>>,
): { isBusy: boolean; run: (...args: A) => Promise<void> } {
  const [isBusy, setBusy] = useState(false);
  const run = async (...args: A) => {
    setBusy(true);
    const outcome = await inAccount(write(...args)).finally(() => setBusy(false));
    if (!outcome) return;
    if (!outcome.ok) return showFault(currentFormat().t('ui.export.failed'), outcome.fault);
    if (!outcome.value) return;
    showWritten(outcome.value);
  };
  return { isBusy, run };
}

interface Table {
  what: ExportKind;
  /**
   * The ids of the filtered rows, in the order on screen; null for all. Called when the export starts;
   * rejects with FaultError.
   */
  ids: () => readonly string[] | null | Promise<readonly string[] | null>;
  /** The filter as text, for the header of the file: "State: Moving; search “van”". A function is called for each file. */
  filter: string | (() => string);
}

interface ExportMenuProps extends Table, Omit<ExportButtonProps, 'items' | 'isBusy' | 'printed'> {
  /** The table on screen, if it can be printed. */
  printed?: Omit<Printed, 'filter'>;
}

/** Exports all filtered rows of a table. */
export function ExportMenu({ what, ids, filter, printed, ...menu }: ExportMenuProps) {
  const { isBusy, run } = useTableExport({ what, ids, filter });
  return (
    <ExportButton
      {...menu}
      isBusy={isBusy}
      items={<TableFormats what={what} onChoose={run} />}
      printed={printed && { ...printed, filter }}
    />
  );
}

export function useTableExport({ what, ids, filter }: Table) {
  return useExport(async (format: ExportFormat, withNotes: boolean) => {
    try {
      const chosen = await ids();
      return await api.exchange.exportTable({
        what,
        format,
        ids: chosen === null ? null : [...chosen],
        filter: (typeof filter === 'string' ? filter : filter()).slice(0, 1000),
        ...(withNotes && { withNotes }),
      });
    } catch (error) {
      if (error instanceof FaultError) return { ok: false, fault: error.fault };
      throw error;
    }
  });
}

interface TableFormatsProps {
  what: ExportKind;
  onChoose: (format: ExportFormat, withNotes: boolean) => Promise<void>;
}

/** The formats of a table, as items of a menu. */
export function TableFormats({ what, onChoose }: TableFormatsProps) {
  const { t } = useFormat();
  const [withNotes, setWithNotes] = useState(false);
  const isOfDevices = what === 'devices';
  const formats = isOfDevices ? exportFormats : tableFormats;
  return (
    <>
      {isOfDevices && (
        <Menu.Item
          role="menuitemcheckbox"
          aria-checked={withNotes}
          closeMenuOnClick={false}
          leftSection={withNotes ? <IconSquareCheck size={14} /> : <IconSquare size={14} />}
          title={t('ui.export.withNotesHelp')}
          onClick={() => setWithNotes(!withNotes)}
        >
          {t('ui.export.withNotes')}
        </Menu.Item>
      )}
      {formats.map((format) => (
        <Menu.Item key={format} onClick={() => void onChoose(format, withNotes)}>
          {t(`ui.export.${format}`)}
        </Menu.Item>
      ))}
    </>
  );
}
