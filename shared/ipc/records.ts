import { z } from 'zod';
import { deviceSchema } from '../domain/device';
import {
  draftSchema,
  groupEditSchema,
  journalEntrySchema,
  journalCountsSchema,
  journalFindSchema,
  limitsEditSchema,
  savedSchema,
  userEditSchema,
} from '../domain/edit';
import { groupSchema } from '../domain/group';
import { jobKinds, jobRowSchema, jobSchema, jobStepSchema, rowStates } from '../domain/job';
import { userSchema } from '../domain/user';
import { call, event } from './define';

const nothing = z.undefined();
const id = z.string().min(1).max(512);
const ids = z.array(id).max(200_000);

const rowIndexes = z.array(z.number().int().min(0)).max(200_000).nullable();

/** What was written where; null where the person cancelled the file dialog. */
const written = z.object({ file: z.string(), rows: z.number() }).nullable();

/** Why a row or a column of an import cannot be used. */
export const importErrorSchema = z.object({
  /** Line of the file as a spreadsheet counts it; null for the file as a whole. */
  row: z.number().nullable(),
  column: z.string().nullable(),
  message: z.string(),
});

/** What an import would do; `job` is its plan, null where there is nothing to do. */
export const importPreviewSchema = z.object({
  file: z.string(),
  rows: z.number(),
  creates: z.number(),
  changes: z.number(),
  unchanged: z.number(),
  errors: z.array(importErrorSchema),
  unknownColumns: z.array(z.string()),
  job: jobSchema.nullable(),
});

export const exportKinds = ['devices', 'users', 'groups', 'membership', 'journal'] as const;
export const importKinds = ['users', 'groups', 'membership'] as const;
export const exportFormats = ['csv', 'xlsx', 'geojson', 'kml'] as const;

/** The words of managing an account: single changes, drafts, the journal, bulk work, exchange. */
export const manage = {
  editUsers: {
    create: call(z.object({ edit: userEditSchema }), savedSchema(userSchema)),
    /** JSON Patch of the changed fields, guarded by the values in `base`. */
    change: call(z.object({ base: userSchema, edit: userEditSchema }), savedSchema(userSchema)),
    /** PUT, on purpose: the whole record, unknown fields kept. */
    replace: call(z.object({ base: userSchema, edit: userEditSchema }), savedSchema(userSchema)),
    remove: call(z.object({ id }), z.object({ journalId: z.string() })),
  },
  editGroups: {
    create: call(z.object({ edit: groupEditSchema }), savedSchema(groupSchema)),
    change: call(z.object({ base: groupSchema, edit: groupEditSchema }), savedSchema(groupSchema)),
    replace: call(z.object({ base: groupSchema, edit: groupEditSchema }), savedSchema(groupSchema)),
    remove: call(z.object({ id }), z.object({ journalId: z.string() })),
  },
  editLimits: {
    change: call(
      z.object({ base: deviceSchema, edit: limitsEditSchema }),
      savedSchema(deviceSchema),
    ),
    /** Takes a free licence, or is refused with `conflict` and the service's reason. */
    activate: call(z.object({ id }), savedSchema(deviceSchema)),
    /** Every device's record, for the boards; not the positions. */
    devices: call(nothing, z.array(deviceSchema)),
  },
  drafts: {
    all: call(nothing, z.array(draftSchema)),
    put: call(draftSchema.omit({ savedAt: true }), nothing),
    remove: call(z.object({ key: z.string() }), nothing),
    /** How many passwords are typed and not saved; they themselves never come. */
    typed: call(z.object({ passwords: z.number().int().min(0) }), nothing),
  },
  journal: {
    /** Newest first; without `find` all of it. */
    list: call(
      z.object({
        from: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
        find: journalFindSchema.optional(),
      }),
      z.object({ total: z.number(), entries: z.array(journalEntrySchema) }),
    ),
    /** The ids of all entries that fit, newest first. */
    ids: call(journalFindSchema, z.array(z.string())),
    /** Of the entries with this text, as in `find`. */
    counts: call(z.object({ text: z.string().max(200) }), journalCountsSchema),
    /** Sends the inverse; a conflict where somebody changed the same fields since. */
    undo: call(
      z.object({ id }),
      z.discriminatedUnion('status', [
        z.object({ status: z.literal('undone') }),
        z.object({ status: z.literal('refused'), reason: z.string() }),
      ]),
    ),
    changed: event(z.object({ total: z.number() })),
  },
  jobs: {
    list: call(nothing, z.array(jobSchema)),
    /** Plans without sending anything. */
    plan: call(
      z.object({
        title: z.string().max(300),
        kind: z.enum(jobKinds),
        steps: z.array(jobStepSchema),
      }),
      jobSchema,
    ),
    rows: call(
      z.object({
        id,
        from: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
        state: z.enum(rowStates).nullable(),
      }),
      z.object({ total: z.number(), rows: z.array(jobRowSchema) }),
    ),
    start: call(z.object({ id }), jobSchema),
    pause: call(z.object({ id }), jobSchema),
    cancel: call(z.object({ id }), jobSchema),
    /** The state of every row, in the order of the plan. */
    rowStates: call(z.object({ id }), z.array(z.enum(rowStates))),
    /** Runs what failed again; `rows` are places in the plan, null means all. */
    retryFailed: call(z.object({ id, rows: rowIndexes }), jobSchema),
    /** Plans the inverse of what was done, as a job of its own; `rows` as above. */
    planUndo: call(z.object({ id, rows: rowIndexes }), jobSchema),
    /** The same for entries of the journal, as one job. */
    planUndoOfEntries: call(z.object({ ids }), jobSchema),
    remove: call(z.object({ id }), nothing),
    changed: event(z.array(jobSchema)),
  },
  exchange: {
    /** `ids` in the order on screen; null: all. Asks where to save. */
    exportTable: call(
      z.object({
        what: z.enum(exportKinds),
        format: z.enum(exportFormats),
        ids: ids.nullable(),
        /** The filter in words, for the header. */
        filter: z.string().max(1000),
      }),
      written,
    ),
    saveTemplate: call(
      z.object({ what: z.enum(importKinds), format: z.enum(['csv', 'xlsx']) }),
      written,
    ),
    /** Asks for a file, reads it and plans; null where the person cancelled. */
    openImport: call(z.object({ what: z.enum(importKinds) }), importPreviewSchema.nullable()),
  },
};
