import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { createMapFiles, type MapFiles, type MapFilesOptions } from '../features/maps/map-files';
import { storedListSchema } from '../features/maps/map-list';
import { storedText, type ReportStoredFile } from '../files/stored-files';
import { systemClock } from '../pace/clock';
import { startMapProcess } from './map-process';

/** Offline maps: their list and their copies are in the user-data folder. */
export function openMapFiles({
  userData,
  report,
  ...options
}: {
  userData: string;
  report: ReportStoredFile;
} & Pick<MapFilesOptions, 'preset' | 'pick' | 'onChanged' | 'onOffer'>): MapFiles {
  return createMapFiles({
    ...options,
    start: startMapProcess,
    after: systemClock.after,
    memory: storedText(path.join(userData, 'map-files.json'), 'mapFiles', storedListSchema, report),
    folder: path.join(userData, 'maps'),
    newId: randomUUID,
  });
}
