import { Button, Code, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import type { importKinds, importPreviewSchema } from '#shared/ipc/exchange';
import { api } from '#lib/api';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import classes from './exchange.module.css';
import { ImportErrors } from './import-errors';
import { openJob } from '#features/jobs';

type ImportPreview = z.infer<typeof importPreviewSchema>;
type ImportKind = (typeof importKinds)[number];

const kinds: { value: ImportKind; label: string }[] = [
  { value: 'users', label: 'Users' },
  { value: 'groups', label: 'Groups' },
  { value: 'membership', label: 'Members of groups' },
];

/** Turns a file into a plan: template, file, preview. Sends nothing itself. */
export function ImportPage() {
  const [what, setWhat] = useState<ImportKind>('users');
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const template = useAction(api.exchange.saveTemplate);
  const choose = useAction(async () => {
    const outcome = await api.exchange.openImport({ what });
    if (outcome.ok && outcome.value) setPreview(outcome.value);
    return outcome;
  });
  const fault = choose.fault ?? template.fault;
  return (
    <div className={classes.importPage}>
      <div className={classes.importColumn}>
        <h1 className={classes.importTitle}>Import</h1>
        <SegmentedControl
          size="xs"
          aria-label="What to import"
          data={kinds}
          value={what}
          onChange={(next) => {
            setWhat(next as ImportKind);
            setPreview(null);
          }}
        />
        <section aria-label="Template" className={classes.step}>
          <h2>1. Prepare the table</h2>
          <Text size="sm">
            Start from an export or a template. A row with an id changes that record. A row without
            an id creates a new record. An empty cell keeps the current value.{' '}
            <Code>{'<clear>'}</Code> removes it.
          </Text>
          <div className={classes.buttons}>
            {(['csv', 'xlsx'] as const).map((format) => (
              <Button
                key={format}
                size="xs"
                variant="default"
                loading={template.isBusy}
                onClick={() => void template.run({ what, format })}
              >
                Template as {format === 'csv' ? 'CSV' : 'Excel'}
              </Button>
            ))}
          </div>
        </section>
        <section aria-label="File" className={classes.step}>
          <h2>2. Choose the file</h2>
          <Text size="sm">
            The file is compared with the account. Nothing is sent until you run the plan.
          </Text>
          <div className={classes.buttons}>
            <Button size="xs" loading={choose.isBusy} onClick={() => void choose.run()}>
              {preview ? 'Choose another file…' : 'Choose a file…'}
            </Button>
          </div>
          {fault && <FaultNotice fault={fault} context="open" />}
        </section>
        {preview && <Preview preview={preview} />}
      </div>
    </div>
  );
}

function Preview({ preview }: { preview: ImportPreview }) {
  const { count } = useFormat();
  const { errors, unknownColumns, job } = preview;
  const figures: [string, number][] = [
    ['Rows', preview.rows],
    ['New', preview.creates],
    ['Changed', preview.changes],
    ['Unchanged', preview.unchanged],
    ['Errors', errors.length],
  ];
  return (
    <section aria-label="Preview" className={classes.step}>
      <h2>3. Preview</h2>
      <Text size="sm" title={preview.file}>
        {preview.file.replace(/^.*[/\\]/, '')}
      </Text>
      <dl className={classes.figures} aria-live="polite">
        {figures.map(([name, value]) => (
          <div key={name} data-bad={(name === 'Errors' && value > 0) || undefined}>
            <dt>{name}</dt>
            <dd>{count(value)}</dd>
          </div>
        ))}
      </dl>
      {unknownColumns.length > 0 && (
        <Notice
          tone="warning"
          title={
            unknownColumns.length === 1
              ? '1 unknown column is ignored'
              : `${count(unknownColumns.length)} unknown columns are ignored`
          }
        >
          {unknownColumns.join(', ')}
        </Notice>
      )}
      {errors.length > 0 && <ImportErrors errors={errors} />}
      {job ? (
        <div className={classes.buttons}>
          <Button size="xs" onClick={() => openJob(job.id)}>
            Review the plan…
          </Button>
          {errors.length > 0 && (
            <Text size="xs" c="dimmed">
              The plan does not contain rows with errors.
            </Text>
          )}
        </div>
      ) : (
        <Text size="sm" fw={600}>
          {errors.length > 0
            ? 'No changes to make. Correct the rows above and choose the file again.'
            : 'All records are already up to date. No changes to make.'}
        </Text>
      )}
    </section>
  );
}
