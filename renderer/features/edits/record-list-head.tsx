import { Button } from '@mantine/core';
import { IconPlus, IconFileImport, IconPencil } from '@tabler/icons-react';
import type { Known } from '#shared/domain/known';
import type { CachedItems } from '#shared/ipc/fields';
import { ExportMenu } from '#ui/export-menu';
import { gapText } from '#lib/known-text';
import { useFormat } from '#lib/use-format';
import { ListAge } from '#ui/list-age';
import { uiMessages } from '#lib/ui-messages';
import { PageHead } from '#ui/page';
import type { EditedKind } from './draft-after';
import { recordMessages } from './record-messages';
import { texts } from './records-texts';
import { gridMode, isRefused } from './store';

interface RecordListHeadProps {
  kind: EditedKind;
  title: string;
  list: CachedItems<unknown> | null;
  known: Known<unknown>;
  search: string;
  onSearch: (text: string) => void;
  /** The ids of the shown records, in their order. */
  order: readonly string[];
  /** The filter and the search, named in an exported file; empty without one. */
  filterText: string;
  isGrid: boolean;
  onNew: () => void;
}

/** The head of a list of records: how many are shown, how old they are, and what can be done. */
export function RecordListHead(props: RecordListHeadProps) {
  const { kind, list, known, order, isGrid } = props;
  const format = useFormat();
  return (
    <PageHead
      title={props.title}
      search={{ label: recordMessages[kind].search, value: props.search, onChange: props.onSearch }}
      matches={
        known.is === 'value'
          ? uiMessages.matches(order.length, list?.items.length ?? 0, format)
          : (gapText(known) ?? '')
      }
      note={
        list && (
          <ListAge
            receivedAt={list.asOf}
            isRefused={isRefused(list)}
            skippedRecords={list.skippedRecords}
          />
        )
      }
      actions={
        <>
          <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={props.onNew}>
            {recordMessages[kind].new}
          </Button>
          <Button
            size="xs"
            variant={isGrid ? 'light' : 'default'}
            aria-pressed={isGrid}
            leftSection={<IconPencil size={14} aria-hidden />}
            onClick={() => gridMode.setState({ [kind]: !isGrid })}
          >
            {texts.editInTable}
          </Button>
          <Button
            size="xs"
            variant="default"
            component="a"
            href="#/import"
            leftSection={<IconFileImport size={14} aria-hidden />}
          >
            {texts.import}
          </Button>
          <ExportMenu
            what={`${kind}s`}
            ids={() => order}
            filter={props.filterText || recordMessages[kind].noFilter}
          />
        </>
      }
    />
  );
}
