import { connect } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';

test('a place is adjusted on the map by keys and by dragging, and a rule is added for its kind', async ({
  app,
  serve,
}) => {
  const road = { latitude: 45.79, longitude: 4.84 };
  const service = await serve({ devices: 0 });
  await service.control('addDevice', { id: 'd-1', name: 'Delivery 1' });
  await service.control('setFix', 'd-1', { ...road, speed: 0, course: 0 });
  const { page } = app;
  await connect(page, service);
  await expect(page.getByRole('status')).toContainText('1 with a position');

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: t('places.title') })
    .click();
  await page
    .getByRole('button', { name: t('places.new') })
    .first()
    .click();
  const editor = page.getByRole('dialog', { name: t('places.new') });
  await editor.getByRole('textbox', { name: 'Name' }).fill('Depot South');
  await editor.getByRole('combobox', { name: t('places.kind') }).selectOption('depot');
  await editor.getByRole('textbox', { name: t('places.centre') }).fill('45.77, 4.84');
  await editor
    .getByRole('combobox', { name: t('places.hours') })
    .selectOption({ label: t('places.hours.times') });
  await editor.getByRole('button', { name: t('places.save') }).click();
  await page.getByRole('row', { name: 'Depot South' }).click();
  await page.getByRole('button', { name: t('places.change') }).click();
  const changed = page.getByRole('dialog', { name: t('places.edit', { place: 'Depot South' }) });
  const radius = changed.getByRole('textbox', { name: 'Radius (m)' });
  await changed.getByRole('button', { name: t('places.reshape') }).click();
  const edge = page.getByRole('button', { name: t('places.reshape.radius'), exact: true });
  await edge.press('ArrowRight');
  await expect(edge).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(radius).toHaveValue('150');
  await changed.getByRole('button', { name: t('places.reshape') }).click();
  const box = (await edge.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await page.getByRole('button', { name: t('places.reshape.done') }).click();
  await expect(radius).not.toHaveValue('150');
  await changed.getByRole('button', { name: t('common.cancel') }).click();
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: t('places.title') })
    .click();
  await page.getByRole('button', { name: t('place-rules.button') }).click();
  const rules = page.getByRole('dialog', { name: t('place-rules.title') });
  await rules.getByRole('button', { name: t('place-rules.add') }).click();
  await rules
    .getByRole('combobox', { name: t('place-rules.places') })
    .selectOption({ label: t('place-rules.places.kind', { kind: t('places.kind.depot') }) });
  await rules.getByRole('button', { name: t('place-rules.save') }).click();
  await expect(
    rules.getByRole('switch', { name: 'All devices: entering each place of the kind Depot' }),
  ).toBeChecked();
});
