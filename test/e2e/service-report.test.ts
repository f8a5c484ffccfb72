import type { ServiceReport } from '../../shared/domain/service-report';
import { connect } from '../support/app';
import { startAlternativeService } from '../support/alternative-service';
import { expect, test } from '../support/fixtures';

const report: ServiceReport = {
  format: 'waypost-service-report',
  version: 1,
  service: 'https://tracker.example',
  documented: 55,
  assumed: 98,
  differences: [
    {
      expectation: 'a refused call has a body in JSON with an error text',
      source: 'wire contract 1.5',
      mark: 'open',
      found: "the body with status 401: expected 'empty' to be 'json'",
      occurrences: 109,
      tests: ['GET /api/devices > is refused with no token'],
    },
  ],
  dialect: { errorBodies: { 404: 'html' } },
};

const fileOf = (name: string, text: string) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(text),
});

test('the report on a service is loaded in the settings and stays with the account', async ({
  start,
}) => {
  const device = { id: 'v', name: 'Van' };
  const data = { devices: [device] };
  const service = await startAlternativeService(data, { errorBody: 'html' });
  const { page, errors } = await start();
  await connect(page, service);
  const table = page.getByRole('table', { name: 'Devices' });
  const details = page.getByRole('region', { name: 'Device details' });
  const refresh = async () => {
    await page.getByRole('link', { name: 'Fleet' }).click();
    await table.getByRole('row', { name: 'Van' }).click();
    await details.getByRole('button', { name: 'Refresh this device' }).click();
  };
  await expect(table.getByRole('row', { name: 'Van' })).toBeVisible();
  // This service sends a page for an unknown device. A page usually comes from something in between.
  data.devices = [];
  await refresh();
  await expect(details.getByRole('alert')).toContainText('Something else answers');

  await page.getByRole('link', { name: 'Settings' }).click();
  const section = page.getByRole('region', { name: 'Service report' });
  await expect(section).toContainText('No report is loaded.');
  const file = section.locator('input[type=file]');
  await file.setInputFiles(fileOf('notes.json', '{"devices":[]}'));
  await expect(section.getByRole('alert')).toContainText('“notes.json” is not a service report');
  await file.setInputFiles(fileOf('report.json', JSON.stringify(report)));
  await expect(section).toContainText('Report on https://tracker.example: 1 difference.');
  await expect(section.getByRole('list', { name: 'Differences of the service' })).toContainText(
    'Assumed: a refused call has a body in JSON with an error text (wire contract 1.5, open).',
  );
  await expect(section.getByRole('alert')).toHaveCount(0);

  await refresh();
  await expect(details.getByRole('alert')).toContainText('The service no longer has this device');

  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(section).toContainText('1 difference');
  await section.getByRole('button', { name: 'Remove report' }).click();
  await expect(section).toContainText('No report is loaded.');
  expect(errors).toEqual([]);
  await service.stop();
});
