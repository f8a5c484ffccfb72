import { Button, Checkbox, Group, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { takeAlongParts, type TakeAlongPart } from '#shared/domain/take-along';
import type { OpenedTakeAlong } from '#shared/ipc/session';
import { useFleetStore } from '#features/fleet';
import { inAccount } from '#lib/account-scope';
import { api } from '#lib/api';
import { showFault } from '#lib/toasts';
import { currentFormat, useFormat } from '#lib/use-format';
import { Dialog } from '#ui/dialog';
import { useExport } from '#ui/export-menu';

/** Writes settings and the user's own work into a file, and takes them over from one. */
export function TakeAlongSetting() {
  const { t } = useFormat();
  const store = useFleetStore();
  const columns = () => JSON.stringify(store.getState().columns);
  const { isBusy, run } = useExport(() => api.takeAlong.save({ columns: columns() }));
  const [opened, setOpened] = useState<OpenedTakeAlong | null>(null);
  const open = async () => {
    const outcome = await inAccount(api.takeAlong.open({ columns: columns() }));
    if (!outcome) return;
    if (outcome.ok) setOpened(outcome.value);
    else showFault(currentFormat().t('take-along.notRead'), outcome.fault);
  };
  return (
    <>
      <Group gap="sm">
        <Button size="xs" variant="default" loading={isBusy} onClick={() => void run()}>
          {t('take-along.save')}
        </Button>
        <Button size="xs" variant="default" onClick={() => void open()}>
          {t('take-along.open')}
        </Button>
      </Group>
      {opened && <Preview opened={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

/** What the file changes, to choose from. */
function Preview({ opened, onClose }: { opened: OpenedTakeAlong; onClose: () => void }) {
  const { t, count } = useFormat();
  const store = useFleetStore();
  const changing = opened.changes.filter(({ added, changed }) => added + changed > 0);
  const [parts, setParts] = useState<readonly TakeAlongPart[]>(changing.map(({ part }) => part));
  const toggle = (part: TakeAlongPart) =>
    setParts(takeAlongParts.filter((each) => parts.includes(each) !== (each === part)));
  const apply = async () => {
    const outcome = await inAccount(api.takeAlong.apply({ id: opened.id, parts: [...parts] }));
    if (!outcome) return;
    onClose();
    if (!outcome.ok) return showFault(currentFormat().t('take-along.notTaken'), outcome.fault);
    if (outcome.value !== null) store.arrangeStored(outcome.value);
    // Notes, views and snoozes are read again.
    window.location.reload();
  };
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
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button disabled={parts.length === 0} onClick={() => void apply()}>
          {t('take-along.apply')}
        </Button>
      </Group>
    </Dialog>
  );
}
