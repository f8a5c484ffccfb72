import { Button, Menu } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { SortColumn } from '#engines/fleet';
import { defaultColumns, fixedColumns, toggledColumn } from './column-choice';
import { columnNames } from './device-columns';
import { useFleet, useFleetStore } from './fleet-store';
import { texts } from './fleet-texts';
import type { Preferences } from './preferences';

const paneNames: Record<Preferences['panes'], string> = {
  both: texts.mapAndTable,
  map: texts.mapOnly,
  table: texts.tableOnly,
};

/** Layout options: panes, columns and row height. */
export function ViewMenu() {
  const store = useFleetStore();
  const { panes, isComfortable } = useFleet(({ preferences }) => preferences);
  const choice = useFleet(({ columns }) => columns);
  return (
    <Menu closeOnItemClick={false} position="bottom-end" width={210} withArrow>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          ml="auto"
          leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden />}
        >
          {texts.view}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.panes}</Menu.Label>
        <Menu.RadioGroup
          value={panes}
          onChange={(value) => store.prefer({ panes: value as Preferences['panes'] })}
        >
          {Object.entries(paneNames).map(([value, name]) => (
            <Menu.RadioItem key={value} value={value}>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.CheckboxItem
          checked={isComfortable}
          onChange={() => store.prefer({ isComfortable: !isComfortable })}
        >
          {texts.tallerRows}
        </Menu.CheckboxItem>
        <Menu.Divider />
        <Menu.Label>{texts.columns}</Menu.Label>
        {(Object.keys(columnNames) as SortColumn[])
          .filter((column) => !fixedColumns.includes(column))
          .map((column) => (
            <Menu.CheckboxItem
              key={column}
              checked={choice.shown.includes(column)}
              onChange={() => store.arrange(toggledColumn(choice, column))}
            >
              {columnNames[column]}
            </Menu.CheckboxItem>
          ))}
        <Menu.Item onClick={() => store.arrange(defaultColumns)}>{texts.resetColumns}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
