import {
  createTheme,
  Input,
  Menu,
  Modal,
  MultiSelect,
  Select,
  TagsInput,
  Textarea,
  TextInput,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MenuProps,
  type OptionsFilter,
} from '@mantine/core';
import { deviceStates } from '#shared/domain/device-state';
import { deviceStateLooks, type ColourScheme } from '#lib/device-state-look';
import { findChoices, type Choice } from '#lib/find-text';
import { stateColourVariable } from '#ui/state-badge';

const brand: MantineColorsTuple = [
  '#eaf4fb',
  '#d3e6f3',
  '#a5cce6',
  '#74b1da',
  '#4c99cf',
  '#318ac7',
  '#1a73b0',
  '#0f629b',
  '#045588',
  '#004872',
];

/** As Mantine's, with sufficient contrast below white text. */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#e5484d',
  '#d32f2f',
  '#c62828',
  '#b3261e',
  '#8f1d17',
];

const smallDescription = { '--input-description-size': 'var(--mantine-font-size-xs)' };
const smallError = { '--input-error-size': 'var(--mantine-font-size-xs)' };

type Size = Exclude<NonNullable<NonNullable<MenuProps['middlewares']>['size']>, boolean>;
type SizeApply = NonNullable<Size['apply']>;

/** A menu that is taller than the room for it scrolls; its arrow, which lies outside, would lie above its items. */
const scrollIfTall: SizeApply = ({ availableHeight, elements }) => {
  const { style, scrollHeight } = elements.floating;
  const isTall = scrollHeight > availableHeight;
  Object.assign(style, {
    maxHeight: isTall ? `${availableHeight}px` : '',
    overflowY: isTall ? 'auto' : '',
  });
  const arrow = elements.floating.querySelector<HTMLElement>('.mantine-Menu-arrow');
  if (arrow) arrow.style.visibility = isTall ? 'hidden' : '';
};

/** Options are found like everything else; Mantine compares letters as they are. */
const filter: OptionsFilter = ({ options, search, limit }) =>
  findChoices(options as Choice[], search).slice(0, limit);

/** Dense, with sufficient contrast in both schemes. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  colors: {
    brand,
    red,
    // Neutral with a little blue, to match the dark map.
    dark: [
      '#d5dae1',
      '#b4bcc8',
      '#98a2b1',
      '#66707f',
      '#454e5c',
      '#353d49',
      '#272e38',
      '#1b2129',
      '#151a21',
      '#0f1318',
    ],
  },
  fontFamily: "'Noto Sans', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', Menlo, 'DejaVu Sans Mono', monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '19px' },
  headings: { fontWeight: '600' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // The scroll lock adds a style element without the nonce; the window itself never scrolls.
    Modal: Modal.extend({
      // Its header is not the banner of the window.
      defaultProps: { lockScroll: false, attributes: { header: { role: 'presentation' } } },
    }),
    // The first item has the focus; the placeholder is no item, which a menu may not contain.
    Menu: Menu.extend({
      defaultProps: {
        withInitialFocusPlaceholder: false,
        middlewares: {
          shift: true,
          // A menu too tall for either side opens on the one with more room.
          flip: { fallbackStrategy: 'bestFit' },
          size: { padding: 4, apply: scrollIfTall },
        },
      },
    }),
    // What was typed before is nothing of the account on screen.
    TextInput: TextInput.extend({ defaultProps: { autoComplete: 'off' } }),
    Textarea: Textarea.extend({ defaultProps: { autoComplete: 'off' } }),
    Select: Select.extend({ defaultProps: { filter } }),
    MultiSelect: MultiSelect.extend({ defaultProps: { filter } }),
    TagsInput: TagsInput.extend({ defaultProps: { filter } }),
    // Mantine takes two pixels off for small fields, which leaves text of 10 px.
    InputWrapper: Input.Wrapper.extend({
      vars: () => ({ label: {}, description: smallDescription, error: smallError, success: {} }),
    }),
    InputDescription: Input.Description.extend({ vars: () => ({ description: smallDescription }) }),
    InputError: Input.Error.extend({ vars: () => ({ error: smallError }) }),
  },
});

const stateColours = (scheme: ColourScheme) =>
  Object.fromEntries(
    deviceStates.map((state) => [
      stateColourVariable(state),
      deviceStateLooks[state].colour[scheme],
    ]),
  );

/** Our own variables, beside Mantine's, for each scheme. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...stateColours('light'),
    '--waypost-ground-raised': '#f5f7f9',
    '--waypost-line-faint': '#eceff2',
    '--waypost-text-quiet': '#545d69',
    '--mantine-color-dimmed': '#545d69',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-red-light-color': '#b3261e',
    '--mantine-color-placeholder': '#6b7480',
    '--waypost-row-hover': '#f2f6fa',
    '--waypost-row-selected': '#dcebf7',
    '--waypost-row-marked': '#edf5fb',
    '--waypost-changed-ground': '#fff6dc',
    '--waypost-changed-line': '#b98511',
  },
  dark: {
    ...stateColours('dark'),
    '--waypost-ground-raised': '#1f262f',
    '--waypost-line-faint': '#242b34',
    '--waypost-text-quiet': '#a3adba',
    '--mantine-color-dimmed': '#a3adba',
    '--mantine-color-anchor': '#74b1da',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-red-light-color': '#ff8a80',
    '--mantine-color-placeholder': '#8b95a3',
    '--waypost-row-hover': '#212933',
    '--waypost-row-selected': '#1d3a52',
    '--waypost-row-marked': '#1b2c3b',
    '--waypost-changed-ground': '#33290f',
    '--waypost-changed-line': '#b98f2e',
  },
});
