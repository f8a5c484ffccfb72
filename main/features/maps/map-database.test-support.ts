import { DatabaseSync } from 'node:sqlite';
import { mbtilesScript, type MapContent, type MbtilesOptions } from './map-writer.test-support';

/** Writes a new MBTiles file. */
export function writeMbtiles(file: string, content: MapContent, options?: MbtilesOptions): void {
  const database = new DatabaseSync(file);
  database.exec(mbtilesScript(content, options));
  database.close();
}
