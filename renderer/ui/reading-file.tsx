import { Group, Progress, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FileReadProgress } from '#shared/domain/submission';
import type { Fault, Outcome } from '#shared/fault';
import type { Format } from '#lib/format';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { ActionButton } from './action-button';
import { FaultNotice } from './fault-notice';
import { Notice } from './notice';
import { page } from './page';

/** What a file is checked for when all of it was parsed. */
type Checking = 'rows' | 'points';

interface ReadingFileProps {
  reading: FileReadProgress;
  /** What the file is checked for. */
  checking: Checking;
  cancel: () => Promise<Outcome<unknown>>;
}

/** The progress of a file that main is reading, which can be cancelled. */
export function ReadingFile({ reading, checking, cancel }: ReadingFileProps) {
  const format = useFormat();
  const { t } = format;
  const cancelling = useAction(cancel);
  return (
    <Group gap={8} w="100%" mih={36} wrap="nowrap">
      <Stack gap={4} className={`${page.rest} ${page.breakable}`}>
        <span role="status">{t('ui.reading.file', { file: reading.file })}</span>
        <Progress
          size="sm"
          aria-label={t('ui.reading.progress', { file: reading.file })}
          value={(reading.share ?? 1) * 100}
          striped={reading.share === null}
          animated={reading.share === null}
        />
        <span className={page.quiet}>{progressText(reading, checking, format)}</span>
      </Stack>
      <ActionButton
        size="compact-xs"
        loading={cancelling.isBusy}
        onClick={() => void cancelling.run()}
      >
        {t('common.cancel')}
      </ActionButton>
    </Group>
  );
}

/** A percentage and a size only if they are known. */
function progressText(
  { step, share, bytes }: FileReadProgress,
  checking: Checking,
  { t, percent: percentText, size: sizeText }: Format,
): string {
  const percent = share === null ? null : percentText(Math.floor(share * 100));
  const size = bytes === null ? null : sizeText(bytes);
  if (step === 'reading') {
    if (percent === null) return t('common.file.opening');
    return size === null
      ? t('common.file.read', { percent })
      : t('common.file.readOf', { percent, size });
  }
  if (share === 1) {
    if (checking === 'rows') {
      return size === null
        ? t('common.file.checkingRows')
        : t('common.file.checkingRowsOf', { size });
    }
    return size === null
      ? t('common.file.checkingPoints')
      : t('common.file.checkingPointsOf', { size });
  }
  if (percent === null) {
    return size === null ? t('common.file.scanning') : t('common.file.scanningOf', { size });
  }
  return size === null
    ? t('common.file.scanned', { percent })
    : t('common.file.scannedOf', { percent, size });
}

interface UnreadFileProps {
  /** "The file could not be imported". */
  title: string;
  fault: Fault;
  actions?: ReactNode;
  onDismiss?: () => void;
}

/** Why a file was not read; what is wrong in it, if it is the file. */
export function UnreadFile({ title, fault, ...notice }: UnreadFileProps) {
  const { t } = useFormat();
  if (fault.kind !== 'invalid') return <FaultNotice fault={fault} context="open" {...notice} />;
  return (
    <Notice tone="fault" title={title} isAlert {...notice}>
      {t('ui.reading.refused', { reason: fault.message })}
    </Notice>
  );
}
