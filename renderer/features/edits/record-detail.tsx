import { Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { commonTexts } from '#lib/common-texts';
import { ListDetail } from '#ui/list-page';
import { texts } from './records-texts';

/** The actions of the details of a record. */
export interface RecordDetailActions {
  /** Whether the record has unsaved changes. */
  hasDraft: boolean;
  onClose: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

interface RecordDetailProps extends RecordDetailActions {
  label: string;
  title: string;
  children: ReactNode;
}

/** The details of a group or a user, with Edit and Delete. */
export function RecordDetail(props: RecordDetailProps) {
  const { label, title, hasDraft, onClose, onEdit, onDelete, children } = props;
  return (
    <ListDetail
      label={label}
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button size="xs" leftSection={<IconPencil size={14} aria-hidden />} onClick={onEdit}>
            {hasDraft ? texts.continueEditing : texts.edit}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={onDelete}
          >
            {commonTexts.delete}
          </Button>
        </>
      }
    >
      {children}
    </ListDetail>
  );
}
