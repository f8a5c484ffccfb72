import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../../test/support/window/show';
import { SearchMultiSelect, SearchSelect, SearchTags } from './search-select';
import { t } from '../../test/support/english';

const countries = [
  { value: 'FR', label: 'France' },
  { value: 'ES', label: 'Spain' },
  { value: 'SE', label: 'Sweden' },
];

function Country({ isClearable = false }) {
  const [value, setValue] = useState<string | null>('FR');
  return (
    <>
      <SearchSelect
        label="Country"
        data={countries}
        value={value}
        onChange={setValue}
        clearable={isClearable}
        nothingFoundMessage="None"
      />
      <output>{value ?? 'none'}</output>
    </>
  );
}

const field = () => screen.getByRole('combobox', { name: 'Country' });
const chosen = () => screen.getByRole('status').textContent;

test('typing replaces what was chosen, and Enter chooses the first match', async () => {
  const { user } = show(<Country />);
  await user.click(field());
  await user.keyboard('spain{Enter}');
  expect(chosen()).toBe('ES');
  expect(field()).toHaveProperty('value', 'Spain');
});

test('leaving the field chooses the first match too', async () => {
  const { user } = show(<Country />);
  await user.click(field());
  await user.keyboard('swe');
  await user.tab();
  expect(chosen()).toBe('SE');
});

test('leaving it without typing changes nothing, also if it could be cleared', async () => {
  const { user } = show(<Country isClearable />);
  await user.click(field());
  await user.tab();
  expect(chosen()).toBe('FR');
});

test('what matches nothing stays in the field and is said', async () => {
  const { user } = show(<Country />);
  await user.click(field());
  await user.keyboard('atlantis{Enter}');
  await user.tab();
  expect(field()).toHaveProperty('value', 'atlantis');
  expect(screen.getByText(t('ui.choice.notInList', { typed: 'atlantis' }))).toBeTruthy();
  expect(chosen()).toBe('FR');
});

test('an emptied field is empty where that is a choice, and as it was where it is not', async () => {
  const { user } = show(<Country isClearable />);
  await user.clear(field());
  await user.tab();
  expect(chosen()).toBe('none');
});

test('of several, Enter chooses the first match, and nothing without a text', async () => {
  function Countries() {
    const [value, setValue] = useState<string[]>([]);
    return (
      <>
        <SearchMultiSelect
          label="Country"
          data={countries}
          value={value}
          onChange={setValue}
          nothingFoundMessage="None"
        />
        <output>{value.join(' ')}</output>
      </>
    );
  }
  const { user } = show(<Countries />);
  await user.click(field());
  await user.keyboard('swe{Enter}{Enter}');
  expect(chosen()).toBe('SE');
  await user.keyboard('nowhere');
  await user.tab();
  expect(field()).toHaveProperty('value', 'nowhere');
});

test('of texts, Enter takes the first match, leaving the field what was typed', async () => {
  function Tags() {
    const [value, setValue] = useState<string[]>([]);
    return (
      <>
        <SearchTags label="Country" data={['France', 'Spain']} value={value} onChange={setValue} />
        <output>{value.join(' ')}</output>
      </>
    );
  }
  const { user } = show(<Tags />);
  await user.click(field());
  await user.keyboard('spa{Enter}Fran');
  await user.tab();
  expect(chosen()).toBe('Spain Fran');
});
