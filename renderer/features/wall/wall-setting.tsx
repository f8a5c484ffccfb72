import { CloseButton, NativeSelect, Text } from '@mantine/core';
import { useStore } from 'zustand';
import type { Settings, WallView } from '#shared/domain/settings';
import { mostWallViews } from '#shared/domain/window';
import { savedViewsStore } from '#features/fleet';
import type { SettingProps } from '#features/settings';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { NumberField } from '#ui/number-field';
import classes from './wall.module.css';

/** The choice of all devices, which have no id. */
const all = '';

/** What the wall screen goes through, in its order. */
export function WallSetting({ settings: { wallViews }, save }: SettingProps) {
  const { t } = useFormat();
  const put = (next: Settings['wallViews']) => save({ wallViews: next });
  return (
    <div className={classes.setting} role="group" aria-label={t('wall.settings.views')}>
      <Text size="sm" fw={500}>
        {t('wall.settings.views')}
      </Text>
      {wallViews.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('wall.settings.default')}
        </Text>
      )}
      {wallViews.map((each, index) => (
        <WallViewRow
          // Two may be the same.
          key={`${index}:${each.view}`}
          value={each}
          onChange={(part) => put(wallViews.with(index, { ...each, ...part }))}
          onRemove={() => put(wallViews.toSpliced(index, 1))}
        />
      ))}
      <ActionButton
        disabled={wallViews.length >= mostWallViews}
        onClick={() => put([...wallViews, { view: null, shows: 'map', seconds: 30 }])}
      >
        {t('wall.settings.add')}
      </ActionButton>
    </div>
  );
}

interface WallViewRowProps {
  value: WallView;
  onChange: (part: Partial<WallView>) => void;
  onRemove: () => void;
}

function WallViewRow({ value: { view, shows, seconds }, onChange, onRemove }: WallViewRowProps) {
  const { t } = useFormat();
  const views = useStore(savedViewsStore, (state) => state.views);
  const isGone = view !== null && views.every(({ id }) => id !== view);
  const options = [
    { value: all, label: t('fleet.views.all') },
    ...views.map(({ id, name }) => ({ value: id, label: name })),
    ...(isGone ? [{ value: view, label: t('wall.settings.gone') }] : []),
  ];
  const name = options.find(({ value: id }) => id === (view ?? all))!.label;
  return (
    <div className={classes.settingRow}>
      <NativeSelect
        aria-label={t('wall.settings.view')}
        data={options}
        value={view ?? all}
        onChange={({ currentTarget: { value } }) =>
          onChange({ view: value === all ? null : value })
        }
      />
      <NativeSelect
        aria-label={t('wall.settings.shows')}
        data={[
          { value: 'map', label: t('fleet.layout.map') },
          { value: 'board', label: t('wall.board') },
        ]}
        value={shows}
        onChange={({ currentTarget: { value } }) => onChange({ shows: value as WallView['shows'] })}
      />
      <NumberField
        aria-label={t('wall.settings.seconds')}
        min={5}
        max={3600}
        clampBehavior="blur"
        allowDecimal={false}
        defaultValue={seconds}
        onBlur={({ currentTarget: { value } }) => {
          const typed = Math.round(Number(value));
          if (typed >= 5 && typed <= 3600 && typed !== seconds) onChange({ seconds: typed });
        }}
      />
      <span>{t('wall.settings.unit')}</span>
      <CloseButton
        aria-label={t('wall.settings.remove', { view: name })}
        title={t('wall.settings.remove', { view: name })}
        onClick={onRemove}
      />
    </div>
  );
}
