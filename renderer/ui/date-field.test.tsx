import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '../../test/support/window/show';
import { DateField } from './date-field';
import { t } from '../../test/support/english';

function Field({ onDay }: { onDay: (day: string) => void }) {
  const [day, setDay] = useState('');
  const change = (next: string) => {
    setDay(next);
    onDay(next);
  };
  return (
    <>
      <DateField label="From" value={day} onChange={change} />
      <button type="button">Next</button>
    </>
  );
}

test('a day is typed in any form and then shown in the form of the app', async () => {
  const onDay = vi.fn<(day: string) => void>();
  const { user } = show(<Field onDay={onDay} />);
  await user.type(screen.getByLabelText('From'), '2026-11-22');
  expect(onDay).toHaveBeenLastCalledWith('2026-11-22');
  await user.tab();
  expect(screen.getByLabelText('From')).toHaveProperty('value', '22 Nov 2026');
});

test('what is no day is kept and explained once the field is left', async () => {
  const onDay = vi.fn<(day: string) => void>();
  const { user } = show(<Field onDay={onDay} />);
  await user.type(screen.getByLabelText('From'), 'soonish');
  expect(screen.queryByText(t('ui.date.enterDay', { example: '22 Nov 2026' }))).toBeNull();
  // Not before the pointer is released: the explanation moves what is below it.
  await user.pointer({
    target: screen.getByRole('button', { name: 'Next' }),
    keys: '[MouseLeft>]',
  });
  expect(document.activeElement).not.toBe(screen.getByLabelText('From'));
  expect(screen.queryByText(t('ui.date.enterDay', { example: '22 Nov 2026' }))).toBeNull();
  await user.pointer('[/MouseLeft]');
  expect(await screen.findByText(t('ui.date.enterDay', { example: '22 Nov 2026' }))).toBeTruthy();
  expect(screen.getByLabelText('From')).toHaveProperty('value', 'soonish');
  expect(onDay).toHaveBeenLastCalledWith('soonish');
});

test('the calendar writes the chosen day into the field and gives the focus back', async () => {
  const onDay = vi.fn<(day: string) => void>();
  const { user } = show(<Field onDay={onDay} />);
  await user.type(screen.getByLabelText('From'), '22 Nov 2026');
  await user.click(screen.getByRole('button', { name: t('ui.date.open') }));
  await user.click(await screen.findByRole('button', { name: /25/ }));
  expect(onDay).toHaveBeenLastCalledWith('2026-11-25');
  expect(document.activeElement).toBe(screen.getByLabelText('From'));
});
