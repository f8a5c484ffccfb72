import { Button, Checkbox, Group, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { takeAlongParts, type TakeAlongPart } from '#shared/domain/take-along';
import type { OpenedTakeAlong } from '#shared/ipc/session';
import { useFleetStore, type FleetStore } from '#features/fleet';
import { inAccount, onAccountOpened } from '#lib/account-scope';
import { api } from '#lib/api';
import { showFault, showToast } from '#lib/toasts';
import { useAnswer } from '#lib/use-answer';
import { currentFormat, useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { Dialog, DialogActions } from '#ui/dialog';
import { useExport } from '#ui/export-menu';

/** Stored until the reload that follows, after which the window says what was done. */
const isNewKey = 'take-along';

/** Shows what main has now. */
function reload(columns: string | null, store: FleetStore): void {
  if (columns !== null) store.arrangeStored(columns);
  // Notes, views, places and snoozes are read again.
  window.location.reload();
}

async function undo(store: FleetStore): Promise<void> {
  const outcome = await inAccount(api.takeAlong.undo());
  if (outcome?.ok) reload(outcome.value, store);
  else if (outcome) showFault(currentFormat().t('take-along.notUndone'), outcome.fault);
}

/** Says after the reload what was taken over, with Undo. */
export function sayTakenOver(store: FleetStore): void {
  onAccountOpened(() => {
    if (sessionStorage.getItem(isNewKey) === null) return;
    sessionStorage.removeItem(isNewKey);
    void inAccount(api.takeAlong.taken()).then((outcome) => {
      if (!outcome?.ok || !outcome.value) return;
      const { t } = currentFormat();
      const actions = [{ label: t('common.undo'), run: () => void undo(store) }];
      showToast({ tone: 'info', title: t('take-along.taken', outcome.value), actions });
    });
  });
}

/** Writes settings and the user's own work into a file, and takes them over from one. */
export function TakeAlongSetting() {
  const { t } = useFormat();
  const store = useFleetStore();
  const columns = () => JSON.stringify(store.getState().columns);
  const { isBusy, run } = useExport(() => api.takeAlong.save({ columns: columns() }));
  const [opened, setOpened] = useState<OpenedTakeAlong | null>(null);
  const taken = useAnswer(api.takeAlong.taken, []);
  const open = async () => {
    const outcome = await inAccount(api.takeAlong.open({ columns: columns() }));
    if (!outcome) return;
    if (outcome.ok) setOpened(outcome.value);
    else showFault(currentFormat().t('take-along.notRead'), outcome.fault);
  };
  const apply = async (id: string, parts: readonly TakeAlongPart[]) => {
    const next = { id, parts: [...parts], columns: columns() };
    const outcome = await inAccount(api.takeAlong.apply(next));
    if (!outcome) return;
    setOpened(null);
    taken.reload();
    if (!outcome.ok) return showFault(currentFormat().t('take-along.notTaken'), outcome.fault);
    sessionStorage.setItem(isNewKey, '');
    reload(outcome.value, store);
  };
  return (
    <>
      <Group gap="sm">
        <ActionButton loading={isBusy} onClick={() => void run()}>
          {t('take-along.save')}
        </ActionButton>
        <ActionButton onClick={() => void open()}>{t('take-along.open')}</ActionButton>
      </Group>
      {taken.value && (
        <Group gap="sm">
          <Text size="sm">{t('take-along.taken', taken.value)}</Text>
          <ActionButton onClick={() => void undo(store)}>{t('common.undo')}</ActionButton>
        </Group>
      )}
      {opened && (
        <Preview
          opened={opened}
          onApply={(parts) => void apply(opened.id, parts)}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

interface PreviewProps {
  opened: OpenedTakeAlong;
  onApply: (parts: readonly TakeAlongPart[]) => void;
  onClose: () => void;
}

/** What the file changes, to choose from. */
function Preview({ opened, onApply, onClose }: PreviewProps) {
  const { t, count } = useFormat();
  const changing = opened.changes.filter(({ added, changed }) => added + changed > 0);
  const [parts, setParts] = useState<readonly TakeAlongPart[]>(changing.map(({ part }) => part));
  const toggle = (part: TakeAlongPart) =>
    setParts(takeAlongParts.filter((each) => parts.includes(each) !== (each === part)));
  return (
    <Dialog
      data-guide="take-along"
      opened
      onClose={onClose}
      title={t('take-along.preview', { file: opened.file })}
      size={560}
    >
      {opened.isOtherAccount && (
        <Text size="sm" fw={600} mb="sm">
          {t('take-along.otherAccount', {
            user: opened.account.userName,
            address: opened.account.address,
          })}
        </Text>
      )}
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('take-along.kind')}</Table.Th>
            <Table.Th ta="end">{t('take-along.added')}</Table.Th>
            <Table.Th ta="end">{t('take-along.changed')}</Table.Th>
            <Table.Th ta="end">{t('take-along.same')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {opened.changes.map(({ part, added, changed, same }) => (
            <Table.Tr key={part}>
              <Table.Td>
                <Checkbox
                  size="xs"
                  label={t(`take-along.part.${part}`)}
                  checked={parts.includes(part)}
                  disabled={added + changed === 0}
                  onChange={() => toggle(part)}
                />
              </Table.Td>
              <Table.Td ta="end">{count(added)}</Table.Td>
              <Table.Td ta="end">{count(changed)}</Table.Td>
              <Table.Td ta="end">{count(same)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="xs" c="dimmed" mt="sm">
        {t('take-along.effect')}
      </Text>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button disabled={parts.length === 0} onClick={() => onApply(parts)}>
          {t('take-along.apply')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
