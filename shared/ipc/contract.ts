import { alerts } from './alerts';
import type { Client } from './define';
import { desktop } from './desktop';
import { exchange } from './exchange';
import { fieldMapping } from './field-mapping';
import { fleet } from './fleet';
import { history } from './history';
import { jobs } from './jobs';
import { drafts, groups, journal, limits, records, users } from './records';
import { session, status } from './session';
import { settings } from './settings';
import { submit } from './submit';

/** All calls and events between the window and main. Every call added here needs a handler. */
export const contract = {
  ...desktop,
  session,
  status,
  fieldMapping,
  fleet,
  users,
  groups,
  limits,
  records,
  drafts,
  journal,
  jobs,
  exchange,
  history,
  alerts,
  submit,
  settings,
};

export type WaypostContract = typeof contract;
export type WaypostClient = Client<WaypostContract>;
