import type { PlainKey } from '#shared/i18n/translate';
import type { Format } from '#lib/format';

/** A key whose name differs between languages. */
type NamedKey = 'escape' | 'enter' | 'space' | 'home' | 'end';

/** A key by its letter or its name, alone or held with another one. On macOS, Ctrl is Cmd. */
type Pressed = string | { named: NamedKey } | { ctrl: string } | { shift: string };

/** Each entry has keys of which any one does the same. */
type Shortcut = readonly [keys: readonly Pressed[], does: PlainKey];

const named = (name: NamedKey): Pressed => ({ named: name });

export function pressedText(pressed: Pressed, { t }: Format): string {
  if (typeof pressed === 'string') return pressed;
  if ('named' in pressed) return t(`command.key.${pressed.named}`);
  return 'ctrl' in pressed
    ? t('command.key.ctrl', { key: pressed.ctrl })
    : t('command.key.shift', { key: pressed.shift });
}

/** The keys of each place. */
export const shortcutGroups: readonly { where: PlainKey; keys: readonly Shortcut[] }[] = [
  {
    where: 'command.shortcuts.anywhere',
    keys: [
      [[{ ctrl: 'K' }], 'command.does.find'],
      [[{ ctrl: 'F' }], 'command.does.searchDevices'],
      [[{ ctrl: 'R' }], 'command.does.refresh'],
      [[{ ctrl: 'S' }], 'command.does.save'],
      [[{ ctrl: 'L' }], 'command.does.lock'],
      [[{ ctrl: '1…9' }], 'command.does.account'],
      [['F1'], 'command.does.guide'],
      [['?'], 'command.does.shortcuts'],
      [[named('escape')], 'command.does.close'],
    ],
  },
  {
    where: 'command.shortcuts.tables',
    keys: [
      [['↑', '↓', named('home'), named('end')], 'command.does.goToRow'],
      [[named('enter')], 'command.does.openRow'],
      [[named('space')], 'command.does.selectRow'],
      [[{ shift: '↑' }, { shift: '↓' }], 'command.does.selectRows'],
      [[{ ctrl: 'A' }], 'command.does.selectAll'],
      [[{ shift: 'F10' }], 'command.does.rowActions'],
    ],
  },
  {
    where: 'command.shortcuts.alerts',
    keys: [
      [['A'], 'command.does.acknowledge'],
      [['N'], 'command.does.nextAlert'],
    ],
  },
  {
    where: 'command.shortcuts.map',
    keys: [
      [['F'], 'command.does.showAll'],
      [['L'], 'command.does.layers'],
      [['M'], 'command.does.measure'],
      [['G'], 'command.does.coordinates'],
    ],
  },
  {
    where: 'command.shortcuts.playback',
    keys: [
      [[named('space')], 'command.does.play'],
      [['←', '→'], 'command.does.fix'],
      [[named('home'), named('end')], 'command.does.range'],
    ],
  },
];
