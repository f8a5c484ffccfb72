import { Button, Checkbox, Group, Stack, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '#lib/api';
import { useAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { Dialog, DialogActions } from '#ui/dialog';
import { useExport } from '#ui/export-menu';
import { FaultNotice } from '#ui/fault-notice';
import classes from './diagnostics.module.css';

interface SupportBundleProps {
  /** The results of the checks as a text. */
  report: (choice: { isNamed: boolean }) => string;
  onClose: () => void;
}

/** Every text of a support file, to be read before it is saved. */
export function SupportBundle({ report, onClose }: SupportBundleProps) {
  const { t } = useFormat();
  const [withNames, setWithNames] = useState(false);
  const [withPositions, setWithPositions] = useState(false);
  const {
    value: files,
    fault,
    isPending,
  } = useAnswer(
    () =>
      api.diagnostics.bundle({ report: report({ isNamed: withNames }), withNames, withPositions }),
    [withNames, withPositions],
    { keepsValue: true },
  );
  const { isBusy, run } = useExport(() => api.diagnostics.saveBundle({ files: files ?? [] }));
  return (
    <Dialog opened onClose={onClose} size="min(820px, 94vw)" title={t('diagnostics.bundle.title')}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('diagnostics.bundle.note')}
        </Text>
        <Group gap="md">
          <Checkbox
            size="xs"
            label={t('diagnostics.copy.named')}
            checked={withNames}
            onChange={(event) => setWithNames(event.currentTarget.checked)}
          />
          <Checkbox
            size="xs"
            label={t('diagnostics.bundle.positions')}
            checked={withPositions}
            onChange={(event) => setWithPositions(event.currentTarget.checked)}
          />
        </Group>
        {files ? (
          <Tabs defaultValue="diagnostics.txt">
            <Tabs.List aria-label={t('diagnostics.bundle.files')}>
              {files.map(({ name }) => (
                <Tabs.Tab key={name} value={name}>
                  <bdi>{name}</bdi>
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {files.map(({ name, text }) => (
              <Tabs.Panel key={name} value={name}>
                <pre className={classes.preview} tabIndex={0} dir="auto" aria-label={name}>
                  {text}
                </pre>
              </Tabs.Panel>
            ))}
          </Tabs>
        ) : (
          !fault && <div className={classes.preview}>{t('diagnostics.bundle.preparing')}</div>
        )}
        {fault && <FaultNotice fault={fault} context="open" />}
        <DialogActions>
          <Button
            size="xs"
            disabled={!files || isPending}
            loading={isBusy}
            onClick={() => void run()}
          >
            {t('diagnostics.bundle.save')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
