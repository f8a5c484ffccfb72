import { Button, Menu } from '@mantine/core';
import { IconSquare, IconSquareCheck, IconDownload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { ExportFormat, exportKinds } from '#shared/ipc/exchange';
import { FaultError, type Fault } from '#shared/fault';
import { api } from '#lib/api';
import { Dialog } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import { WrittenFile } from '#ui/written-file';
import { texts } from './exchange-texts';
import classes from './exchange.module.css';

type ExportKind = (typeof exportKinds)[number];

const formatLabels: Record<ExportFormat, string> = {
  csv: texts.csvForExcelAndOthers,
  xlsx: texts.excelXlsx,
  geojson: texts.geojsonPositions,
  kml: texts.kmlGoogleEarth,
};

const tableFormats: readonly ExportFormat[] = ['csv', 'xlsx'];
const mapFormats: readonly ExportFormat[] = ['geojson', 'kml'];

interface Exported {
  what: ExportKind;
  /**
   * The ids of the filtered rows, in the order on screen; null for all. Called when the export starts;
   * rejects with FaultError.
   */
  ids: () => readonly string[] | null | Promise<readonly string[] | null>;
  /** The filter as text, for the header of the file: "State: Moving; search “van”". A function is called for each file. */
  filter: string | (() => string);
}

interface ExportMenuProps extends Exported {
  /** The button's label. */
  children?: string;
  /** Whether the menu is open, if something else than its button opens it too. */
  opened?: boolean;
  onChange?: (isOpen: boolean) => void;
}

/** Writes rows to a file that the user chooses; `result` says what became of it. */
export function useTableExport({ what, ids, filter }: Exported): {
  isBusy: boolean;
  run: (format: ExportFormat, withNotes: boolean) => Promise<void>;
  result: ReactNode;
} {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const [written, setWritten] = useState<{ file: string; rows: number } | null>(null);
  const run = async (format: ExportFormat, withNotes: boolean) => {
    setBusy(true);
    setWritten(null);
    try {
      const chosen = await ids();
      const outcome = await api.exchange.exportTable({
        what,
        format,
        ids: chosen === null ? null : [...chosen],
        filter: (typeof filter === 'string' ? filter : filter()).slice(0, 1000),
        ...(withNotes && { withNotes }),
      });
      if (outcome.ok) setWritten(outcome.value);
      else setFault(outcome.fault);
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      setFault(error.fault);
    } finally {
      setBusy(false);
    }
  };
  const result = (
    <>
      <span className={classes.written} aria-live="polite">
        {written && <WrittenFile written={written} onDismiss={() => setWritten(null)} />}
      </span>
      <Dialog
        opened={fault !== null}
        onClose={() => setFault(null)}
        title={texts.nothingWasExported}
      >
        {fault && <FaultNotice fault={fault} context="open" />}
      </Dialog>
    </>
  );
  return { isBusy, run, result };
}

interface ExportItemsProps {
  what: ExportKind;
  onChoose: (format: ExportFormat, withNotes: boolean) => void;
}

/** The formats, as items of a menu. */
export function ExportItems({ what, onChoose }: ExportItemsProps) {
  const [withNotes, setWithNotes] = useState(false);
  const formats = what === 'devices' ? [...tableFormats, ...mapFormats] : tableFormats;
  return (
    <>
      {what === 'devices' && (
        <Menu.Item
          role="menuitemcheckbox"
          aria-checked={withNotes}
          closeMenuOnClick={false}
          leftSection={withNotes ? <IconSquareCheck size={14} /> : <IconSquare size={14} />}
          title={texts.addsYourNotesOfThis}
          onClick={() => setWithNotes(!withNotes)}
        >
          {texts.withNotes}
        </Menu.Item>
      )}
      {formats.map((format) => (
        <Menu.Item key={format} onClick={() => onChoose(format, withNotes)}>
          {formatLabels[format]}
        </Menu.Item>
      ))}
    </>
  );
}

/** Exports all filtered rows to a file that the user chooses. */
export function ExportMenu({
  children = texts.export,
  opened,
  onChange,
  ...exported
}: ExportMenuProps) {
  const { isBusy, run, result } = useTableExport(exported);
  return (
    <>
      <Menu
        position="bottom-end"
        withArrow
        {...(opened !== undefined && { opened })}
        {...(onChange && { onChange })}
      >
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            loading={isBusy}
            leftSection={<IconDownload size={14} aria-hidden />}
          >
            {children}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ExportItems
            what={exported.what}
            onChoose={(format, withNotes) => void run(format, withNotes)}
          />
        </Menu.Dropdown>
      </Menu>
      {result}
    </>
  );
}
