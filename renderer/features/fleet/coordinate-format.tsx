import { ActionIcon, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { coordinateStyles, coordinates, type CoordinateStyle } from '#lib/format';
import classes from './details.module.css';
import { texts } from './fleet-texts';
import { messages } from './fleet-messages';

const styleNames: Record<CoordinateStyle, string> = {
  dd: texts.decimalDegrees,
  ddm: texts.degreesAndMinutes,
  dms: texts.degreesMinutesAndSeconds,
};

/** A place that nobody takes for the position of a device. */
const sample = { latitude: 12.5, longitude: 34.5 };

interface CoordinateFormatProps {
  value: CoordinateStyle;
  onChange: (style: CoordinateStyle) => void;
}

/** Chooses how positions are written. */
export function CoordinateFormat({ value, onChange }: CoordinateFormatProps) {
  return (
    <Menu position="bottom-end" withArrow>
      <Menu.Target>
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={texts.coordinateFormat}
          title={texts.coordinateFormat}
        >
          <IconChevronDown size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.coordinateFormat}</Menu.Label>
        <Menu.RadioGroup value={value} onChange={(next) => onChange(next as CoordinateStyle)}>
          {coordinateStyles.map((style) => (
            <Menu.RadioItem key={style} value={style} closeMenuOnClick>
              {styleNames[style]}
              <span className={classes.sample}>
                {messages.sample(coordinates(sample.latitude, sample.longitude, style))}
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
