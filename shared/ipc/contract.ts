import { alerts, history, reports } from './history';
import type { Client, Handlers } from './define';
import { desktop, settings, storedFiles } from './desktop';
import { diagnostics } from './diagnostics';
import { exchange } from './exchange';
import { fieldMapping, session, status, usage, takeAlong } from './session';
import { fleet, notes, savedViews, snoozes, vehicleKinds, viewState } from './fleet';
import { handover, drafts, groups, journal, limits, records, users } from './records';
import { jobs, submit } from './jobs';
import { placeRules, places } from './places';
import { visits } from './visits';
import { mapPicture, maps, printedTable } from './maps';

/** All calls and events between the window and main. Every call added here needs a handler. */
export const contract = {
  ...desktop,
  diagnostics,
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
  snoozes,
  jobs,
  exchange,
  history,
  alerts,
  reports,
  submit,
  settings,
  savedViews,
  vehicleKinds,
  places,
  placeRules,
  visits,
  viewState,
  handover,
  storedFiles,
  maps,
  mapPicture,
  printedTable,
  takeAlong,
};

export type WaypostContract = typeof contract;
export type WaypostClient = Client<WaypostContract>;
/** The handlers of one part of the contract. */
export type HandlersOf<Part extends keyof WaypostContract> = Handlers<WaypostContract>[Part];
