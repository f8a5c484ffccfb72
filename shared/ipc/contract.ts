import { alerts } from './alerts';
import type { Client, Handlers } from './define';
import { desktop } from './desktop';
import { exchange } from './exchange';
import { fieldMapping } from './field-mapping';
import { fleet } from './fleet';
import { handover } from './handover';
import { history } from './history';
import { jobs } from './jobs';
import { keyedMaps } from './keyed-maps';
import { mapFiles } from './map-files';
import { mapPicture } from './map-picture';
import { notes } from './notes';
import { drafts, groups, journal, limits, records, users } from './records';
import { reports } from './reports';
import { savedViews } from './saved-views';
import { session, status, usage } from './session';
import { settings } from './settings';
import { storedFiles } from './stored-files';
import { submit } from './submit';
import { viewState } from './view-state';

/** All calls and events between the window and main. Every call added here needs a handler. */
export const contract = {
  ...desktop,
  session,
  status,
  usage,
  fieldMapping,
  fleet,
  users,
  groups,
  limits,
  records,
  drafts,
  journal,
  notes,
  jobs,
  exchange,
  history,
  alerts,
  reports,
  submit,
  settings,
  savedViews,
  viewState,
  handover,
  storedFiles,
  mapFiles,
  keyedMaps,
  mapPicture,
};

export type WaypostContract = typeof contract;
export type WaypostClient = Client<WaypostContract>;
/** The handlers of one part of the contract. */
export type HandlersOf<Part extends keyof WaypostContract> = Handlers<WaypostContract>[Part];
