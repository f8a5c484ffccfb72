/**
 * The keys of the app by what they do, in each place: handlers, menus, tooltips and the list of keys use this table.
 * `Mod` is Cmd on macOS and Ctrl elsewhere. Of several keys any one does; arrows, Home and End say to their handlers
 * in which direction.
 */
export const shortcuts = {
  anywhere: {
    find: ['Mod+K'],
    searchDevices: ['Mod+F'],
    refresh: ['Mod+R'],
    save: ['Mod+S'],
    print: ['Mod+P'],
    lock: ['Mod+L'],
    mapWindow: ['Mod+Shift+N'],
    account: ['Mod+1…9'],
    guide: ['F1'],
    shortcuts: ['?'],
    close: ['Escape'],
  },
  tables: {
    goToRow: ['ArrowUp', 'ArrowDown', 'Home', 'End'],
    openRow: ['Enter'],
    selectRow: [' '],
    selectRows: ['Shift+ArrowUp', 'Shift+ArrowDown'],
    selectAll: ['Mod+A'],
    rowActions: ['Shift+F10', 'ContextMenu'],
    moveColumn: ['Alt+ArrowLeft', 'Alt+ArrowRight'],
  },
  alerts: { acknowledge: ['A'], acknowledgeNote: ['Mod+Enter'], nextAlert: ['N'] },
  map: { showAll: ['F'], layers: ['L'], measure: ['M'], coordinates: ['G'] },
  playback: { play: [' '], fix: ['ArrowLeft', 'ArrowRight'], range: ['Home', 'End'] },
} as const satisfies Record<string, Record<string, readonly string[]>>;

export type ShortcutPlace = keyof typeof shortcuts;
export type ShortcutName = { [P in ShortcutPlace]: keyof (typeof shortcuts)[P] }[ShortcutPlace];

const byName = Object.assign({}, ...Object.values(shortcuts)) as Record<
  ShortcutName,
  readonly [string, ...string[]]
>;

export const keysOf = (name: ShortcutName): readonly [string, ...string[]] => byName[name];
