import { Button, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { Job } from '#shared/domain/job';
import type { FileReadProgress } from '#shared/domain/submission';
import type { PlainKey } from '#shared/i18n/translate';
import type { ImportChoices, ImportField, ImportKind, ImportPreview } from '#shared/ipc/exchange';
import { api } from '#lib/api';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { Notice } from '#ui/notice';
import { ReadingFile, UnreadFile } from '#ui/reading-file';
import { useExport } from '#ui/export-menu';
import { page } from '#ui/page';
import { showImportInDialog, useJobs, type ImportOfJob } from '#features/activity';
import { fileName } from '#lib/written-file';
import { createMirror } from '#lib/mirror';
import classes from './exchange.module.css';
import { ImportColumns } from './import-columns';
import { errorWithPlace, WrongRows } from './wrong-rows';
import { TableReadingFields } from './table-reading';
import { useImport, type OpenedImport } from './use-import';

const kinds: Record<ImportKind, PlainKey> = {
  users: 'common.users',
  groups: 'common.groups',
  membership: 'exchange.what.membership',
};

/** From a file to a plan in the dialog: template, file, preview. Sends nothing itself. */
export function ImportPage() {
  const { t } = useFormat();
  const [what, setWhat] = useState<ImportKind>('users');
  const file = useImport();
  const { opened } = file;
  const template = useExport(api.exchange.saveTemplate);
  const reading = useStore(readingMirror, ({ value }) => value);
  const { fault } = file;
  return (
    <div className={classes.importPage}>
      <div className={classes.importColumn}>
        <h1 className={page.title}>{t('exchange.title')}</h1>
        <SegmentedControl
          size="xs"
          aria-label={t('exchange.what')}
          data={Object.entries(kinds).map(([value, label]) => ({ value, label: t(label) }))}
          value={what}
          onChange={(next) => {
            setWhat(next as ImportKind);
            file.close();
          }}
        />
        <section aria-label={t('exchange.template')} className={classes.step}>
          <h2>{t('exchange.template.title')}</h2>
          <Text size="sm">{t('exchange.template.help')}</Text>
          <div className={page.row}>
            {(['csv', 'xlsx'] as const).map((format) => (
              <ActionButton
                key={format}
                loading={template.isBusy}
                onClick={() => void template.run({ what, format })}
              >
                {t(`exchange.template.${format}`)}
              </ActionButton>
            ))}
          </div>
        </section>
        <section aria-label={t('exchange.file')} className={classes.step}>
          <h2>{t('exchange.file.title')}</h2>
          <Text size="sm">{t('exchange.file.help')}</Text>
          {reading && file.busy === 'opening' ? (
            <ReadingFile
              reading={reading}
              checking="rows"
              cancel={() => api.exchange.cancelImport()}
            />
          ) : (
            <div className={page.row}>
              <Button
                size="xs"
                loading={file.busy === 'opening'}
                onClick={() => void file.open(what)}
              >
                {opened ? t('exchange.file.chooseAnother') : t('exchange.file.choose')}
              </Button>
            </div>
          )}
          {fault && <UnreadFile title={t('exchange.file.notImported')} fault={fault} />}
        </section>
        {opened && (
          <Preview
            key={opened.id}
            what={what}
            opened={opened}
            isChecking={file.busy === 'planning'}
            onChoose={(choices) => void file.plan(choices)}
          />
        )}
      </div>
    </div>
  );
}

/** The table that main is reading for an import. */
const readingMirror = createMirror<FileReadProgress | null>(
  () => api.exchange.importProgress(),
  (listener) => api.exchange.onImportProgressChanged(listener),
);

interface PreviewProps {
  what: ImportKind;
  opened: OpenedImport;
  isChecking: boolean;
  onChoose: (choices: ImportChoices) => void;
}

function Preview({ what, opened, isChecking, onChoose }: PreviewProps) {
  const format = useFormat();
  const { t } = format;
  const { preview, choices } = opened;
  const { errors, errorCount, job } = preview;
  const save = useExport(() => api.exchange.saveWrongRows({ format: preview.reading.format }));
  const figures = [
    ['rows', preview.rows],
    ['new', preview.creates],
    ['changed', preview.changes],
    ['unchanged', preview.unchanged],
    ['errors', errorCount],
  ] as const;
  const isInRow = new Set(preview.wrongRows.map(({ row }) => row));
  const isAsking = preview.fields.some(({ isMissing }) => isMissing);
  const others = isAsking ? [] : errors.filter(({ row }) => row === null || !isInRow.has(row));
  const hasRows = preview.wrongRows.length > 0 || choices.edits.length > 0;
  return (
    <section aria-label={t('exchange.preview')} className={classes.step}>
      <h2>{t('exchange.preview.title')}</h2>
      <Text size="sm" title={preview.file}>
        {fileName(preview.file)}
      </Text>
      <TableReadingFields reading={preview.reading} choices={choices} onChoose={onChoose} />
      <ImportColumns what={what} opened={opened} onChoose={onChoose} />
      <dl className={classes.figures} aria-live="polite" aria-busy={isChecking}>
        {figures.map(([name, value]) => (
          <div key={name} data-bad={(name === 'errors' && value > 0) || undefined}>
            <dt>{t(`exchange.figure.${name}`)}</dt>
            <dd>{format.count(value)}</dd>
          </div>
        ))}
      </dl>
      {others.length > 0 && (
        <Notice tone="fault" title={t('exchange.errors.file')}>
          <ul className={classes.fileErrors}>
            {others.map((error) => (
              <li key={JSON.stringify(error)}>{errorWithPlace(error, format)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {hasRows && (
        <>
          <Text size="sm">{t('exchange.errors.help')}</Text>
          <WrongRows opened={opened} onEdit={(edits) => onChoose({ ...choices, edits })} />
        </>
      )}
      {errorCount > errors.length && (
        <Text size="xs" c="dimmed">
          {t('exchange.errors.first', { count: errors.length })}
        </Text>
      )}
      {preview.wrongRows.length > 0 && (
        <div className={page.row}>
          <ActionButton
            loading={save.isBusy}
            title={t('exchange.errors.save.help')}
            onClick={() => void save.run()}
          >
            {t('exchange.errors.save', { count: preview.wrongRowCount })}
          </ActionButton>
        </div>
      )}
      {job ? (
        <PlannedImport
          key={job.id}
          job={job}
          file={importOf(what, preview)}
          hasErrors={errors.length > 0}
          onPlanAgain={() => onChoose(choices)}
        />
      ) : (
        <Text size="sm" fw={600}>
          {isAsking
            ? t('exchange.result.chooseColumns')
            : errors.length > 0
              ? t('exchange.result.correct')
              : preview.rows === 0
                ? t('exchange.result.noRows')
                : t('exchange.result.upToDate')}
        </Text>
      )}
    </section>
  );
}

interface PlannedImportProps {
  job: Job;
  file: ImportOfJob;
  hasErrors: boolean;
  onPlanAgain: () => void;
}

/** Opens the plan of the file, and its result once it was run. */
function PlannedImport({ job, file, hasErrors, onPlanAgain }: PlannedImportProps) {
  const { t } = useFormat();
  const [wasOpened, setOpened] = useState(false);
  const now = useJobs().find(({ id }) => id === job.id);
  if (wasOpened && !now) {
    return (
      <div className={page.row}>
        <ActionButton onClick={onPlanAgain}>{t('exchange.plan.again')}</ActionButton>
        <Text size="sm">{t('exchange.plan.discarded')}</Text>
      </div>
    );
  }
  const isPlanned = (now ?? job).phase === 'planned';
  return (
    <div className={page.row}>
      <Button
        size="xs"
        variant={isPlanned ? 'filled' : 'default'}
        onClick={() => {
          setOpened(true);
          void api.exchange.rememberColumns();
          showImportInDialog(now ?? job, file);
        }}
      >
        {isPlanned ? t('exchange.plan.review') : t('exchange.plan.result')}
      </Button>
      {isPlanned && hasErrors && (
        <Text size="xs" c="dimmed">
          {t('exchange.plan.errors')}
        </Text>
      )}
    </div>
  );
}

/** What the dialog shows of the plan: the fields in the order of the file. */
function importOf(what: ImportKind, { creates, changes, fields }: ImportPreview): ImportOfJob {
  // All rows about a group are one change of its members.
  if (what === 'membership') return { creates, changes, fields: ['deviceIds'] };
  const placeOf = ({ columns }: ImportField) => columns[0] ?? Infinity;
  const used = fields.filter(
    ({ key, columns, value }) => key !== 'id' && (columns.length > 0 || value !== null),
  );
  return {
    creates,
    changes,
    fields: used.toSorted((a, b) => placeOf(a) - placeOf(b)).map(({ key }) => key),
  };
}
