import { CloseButton } from '@mantine/core';
import { fileName } from '#lib/file-name';
import { useFormat } from '#lib/use-format';
import { uiMessages } from '#lib/ui-messages';

interface WrittenFileProps {
  /** The rows and the path of an exported file. */
  written: { rows: number; file: string };
  onDismiss: () => void;
}

/** What an export wrote. */
export function WrittenFile({ written: { rows, file }, onDismiss }: WrittenFileProps) {
  const format = useFormat();
  return (
    <>
      <span title={file}>{uiMessages.written(rows, fileName(file), format)}</span>
      <CloseButton size="xs" aria-label={uiMessages.dismiss} onClick={onDismiss} />
    </>
  );
}
