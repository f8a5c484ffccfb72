import type { DatabaseSync } from 'node:sqlite';
import { up as fleet } from './001-fleet';
import { up as lists } from './002-lists';
import { up as records } from './003-records';
import { up as history } from './004-history';
import { up as fetches } from './005-fetches';

/** Steps of the schema in order; step n leads to schema n + 1. Released steps never change. */
export const migrations: readonly ((database: DatabaseSync) => void)[] = [
  fleet,
  lists,
  records,
  history,
  fetches,
];
