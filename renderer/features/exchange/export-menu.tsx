import { Button, CloseButton, Menu, Modal } from '@mantine/core';
import { IconTableExport } from '@tabler/icons-react';
import { useState } from 'react';
import type { exportFormats, exportKinds } from '#shared/ipc/exchange';
import { FaultError, type Fault } from '#shared/fault';
import { api } from '#lib/api';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import classes from './exchange.module.css';

type ExportKind = (typeof exportKinds)[number];
type ExportFormat = (typeof exportFormats)[number];

const formatLabels: Record<ExportFormat, string> = {
  csv: 'CSV (for Excel and others)',
  xlsx: 'Excel (XLSX)',
  geojson: 'GeoJSON (positions)',
  kml: 'KML (Google Earth)',
};

const tableFormats: readonly ExportFormat[] = ['csv', 'xlsx'];
const mapFormats: readonly ExportFormat[] = ['geojson', 'kml'];

interface ExportMenuProps {
  what: ExportKind;
  /**
   * The ids of the filtered rows, in the order on screen; null for all. Called when the export starts;
   * rejects with FaultError.
   */
  ids: () => readonly string[] | null | Promise<readonly string[] | null>;
  /** The filter as text, for the header of the file: "State: Moving; search “van”". */
  filter: string;
  /** The button's label. */
  children?: string;
}

/** Exports all filtered rows to a file that the user chooses. */
export function ExportMenu({ what, ids, filter, children = 'Export' }: ExportMenuProps) {
  const { counted } = useFormat();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const [written, setWritten] = useState<{ file: string; rows: number } | null>(null);
  const run = async (format: ExportFormat) => {
    setBusy(true);
    setWritten(null);
    try {
      const chosen = await ids();
      const outcome = await api.exchange.exportTable({
        what,
        format,
        ids: chosen === null ? null : [...chosen],
        filter: filter.slice(0, 1000),
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
  const formats = what === 'devices' ? [...tableFormats, ...mapFormats] : tableFormats;
  return (
    <>
      <Menu position="bottom-end" withArrow>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            loading={isBusy}
            leftSection={<IconTableExport size={14} aria-hidden />}
          >
            {children}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {formats.map((format) => (
            <Menu.Item key={format} onClick={() => void run(format)}>
              {formatLabels[format]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <span className={classes.written} aria-live="polite">
        {written && (
          <>
            <span title={written.file}>
              {counted(written.rows, 'row')} written to {written.file.replace(/^.*[/\\]/, '')}
            </span>
            <CloseButton size="xs" aria-label="Dismiss" onClick={() => setWritten(null)} />
          </>
        )}
      </span>
      <Modal
        opened={fault !== null}
        onClose={() => setFault(null)}
        title="Nothing was exported"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {fault && <FaultNotice fault={fault} context="open" />}
      </Modal>
    </>
  );
}
