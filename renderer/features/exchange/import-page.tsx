import { Button, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import type { Job } from '#shared/domain/job';
import type { Fault } from '#shared/fault';
import {
  noChoices,
  type ImportChoices,
  type ImportKind,
  type ImportPreview,
} from '#shared/ipc/exchange';
import { api } from '#lib/api';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import { ReadingFile } from '#ui/reading-file';
import classes from './exchange.module.css';
import { ImportErrors } from './import-errors';
import { tableProgressText, useTableReading } from './reading-table';
import { showInDialog, useJobs } from '#features/jobs';
import { commonTexts } from '#lib/common-texts';
import { fileName } from '#lib/file-name';
import { itemsText } from '#lib/list-text';
import { uiMessages } from '#lib/ui-messages';
import { texts } from './exchange-texts';
import { TableReadingFields } from './table-reading';
import { importMessages } from './import-messages';

const kinds: { value: ImportKind; label: string }[] = [
  { value: 'users', label: commonTexts.users },
  { value: 'groups', label: commonTexts.groups },
  { value: 'membership', label: texts.membersOfGroups },
];

/** From a file to a plan in the dialog: template, file, preview. Sends nothing itself. */
export function ImportPage() {
  const [what, setWhat] = useState<ImportKind>('users');
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const template = useAction(api.exchange.saveTemplate);
  const [choices, setChoices] = useState(noChoices);
  const choose = useAction(async () => {
    const outcome = await api.exchange.openImport({ what });
    if (outcome.ok && outcome.value) {
      setPreview(outcome.value);
      setChoices(noChoices);
    }
    return outcome;
  });
  const plan = useAction(async (next: ImportChoices) => {
    const outcome = await api.exchange.planImport(next);
    if (outcome.ok && outcome.value) {
      setPreview(outcome.value);
      setChoices(next);
    }
    return outcome;
  });
  const reading = useTableReading();
  const fault = choose.fault ?? plan.fault ?? template.fault;
  return (
    <div className={classes.importPage}>
      <div className={classes.importColumn}>
        <h1 className={classes.importTitle}>{texts.import}</h1>
        <SegmentedControl
          size="xs"
          aria-label={texts.whatToImport}
          data={kinds}
          value={what}
          onChange={(next) => {
            setWhat(next as ImportKind);
            setPreview(null);
          }}
        />
        <section aria-label={texts.template} className={classes.step}>
          <h2>{texts.n1PrepareTheTable}</h2>
          <Text size="sm">{importMessages.rows}</Text>
          <div className={classes.buttons}>
            {(['csv', 'xlsx'] as const).map((format) => (
              <Button
                key={format}
                size="xs"
                variant="default"
                loading={template.isBusy}
                onClick={() => void template.run({ what, format })}
              >
                {importMessages.template[format]}
              </Button>
            ))}
          </div>
        </section>
        <section aria-label={texts.file} className={classes.step}>
          <h2>{texts.n2ChooseTheFile}</h2>
          <Text size="sm">{texts.theFileIsComparedWith}</Text>
          {reading ? (
            <ReadingFile
              reading={reading}
              progress={tableProgressText(reading)}
              cancel={() => api.exchange.cancelImport()}
            />
          ) : (
            <div className={classes.buttons}>
              <Button size="xs" loading={choose.isBusy} onClick={() => void choose.run()}>
                {preview ? texts.chooseAnotherFile : texts.chooseAFile}
              </Button>
            </div>
          )}
          {fault && <NotImported fault={fault} />}
        </section>
        {preview && (
          <Preview
            preview={preview}
            choices={choices}
            onChoose={(next) => {
              choose.dismiss();
              void plan.run(next);
            }}
          />
        )}
      </div>
    </div>
  );
}

function NotImported({ fault }: { fault: Fault }) {
  if (fault.kind !== 'invalid') return <FaultNotice fault={fault} context="open" />;
  return (
    <Notice tone="fault" title={texts.theFileCouldNotBe} isAlert>
      {uiMessages.notImported(fault.message)}
    </Notice>
  );
}

interface PreviewProps {
  preview: ImportPreview;
  choices: ImportChoices;
  onChoose: (choices: ImportChoices) => void;
}

function Preview({ preview, choices, onChoose }: PreviewProps) {
  const format = useFormat();
  const { errors, errorCount, unknownColumns, job } = preview;
  const figures: [string, number][] = [
    [texts.rows, preview.rows],
    [texts.new, preview.creates],
    [texts.changed, preview.changes],
    [texts.unchanged, preview.unchanged],
    [texts.errors, errorCount],
  ];
  return (
    <section aria-label={texts.preview} className={classes.step}>
      <h2>{texts.n3Preview}</h2>
      <Text size="sm" title={preview.file}>
        {fileName(preview.file)}
      </Text>
      <TableReadingFields reading={preview.reading} choices={choices} onChoose={onChoose} />
      <dl className={classes.figures} aria-live="polite">
        {figures.map(([name, value]) => (
          <div key={name} data-bad={(name === 'Errors' && value > 0) || undefined}>
            <dt>{name}</dt>
            <dd>{format.count(value)}</dd>
          </div>
        ))}
      </dl>
      {unknownColumns.length > 0 && (
        <Notice tone="warning" title={importMessages.unknownColumns(unknownColumns.length, format)}>
          {itemsText(unknownColumns)}
        </Notice>
      )}
      {errors.length > 0 && <ImportErrors errors={errors} />}
      {errorCount > errors.length && (
        <Text size="xs" c="dimmed">
          {importMessages.firstErrors(errors.length, format)}
        </Text>
      )}
      {job ? (
        <PlannedImport key={job.id} job={job} hasErrors={errors.length > 0} />
      ) : (
        <Text size="sm" fw={600}>
          {errors.length > 0 ? texts.noChangesToMakeCorrect : texts.allRecordsAreAlreadyUp}
        </Text>
      )}
    </section>
  );
}

/** Opens the plan of the file, and its result once it was run. */
function PlannedImport({ job, hasErrors }: { job: Job; hasErrors: boolean }) {
  const [wasOpened, setOpened] = useState(false);
  const now = useJobs().find(({ id }) => id === job.id);
  if (wasOpened && !now) {
    return <Text size="sm">{texts.theChangesWereDiscardedAnd}</Text>;
  }
  const isPlanned = (now ?? job).phase === 'planned';
  return (
    <div className={classes.buttons}>
      <Button
        size="xs"
        variant={isPlanned ? 'filled' : 'default'}
        onClick={() => {
          setOpened(true);
          showInDialog(now ?? job);
        }}
      >
        {isPlanned ? texts.reviewChanges : texts.showResult}
      </Button>
      {isPlanned && hasErrors && (
        <Text size="xs" c="dimmed">
          {texts.rowsWithErrorsAreLeft}
        </Text>
      )}
    </div>
  );
}
