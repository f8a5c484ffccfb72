import { fail } from '#shared/fault';
import type { history } from '#shared/ipc/history';
import type { Handlers } from '#shared/ipc/define';
import type { HistoryFiles } from '#main/features/history/history-files';
import type { Submissions } from '#main/features/submit/submissions';
import type { SessionFeature } from '#main/session/session';

/** The words of what was: tracks and the alert log. */
export type HistoryWords = Pick<typeof history, 'history' | 'alertLog' | 'liveAlerts' | 'submit'>;

/** One line per call. */
export function createHistoryHandlers(parts: {
  session: Pick<SessionFeature, 'account'>;
  files: HistoryFiles;
  submissions: Submissions;
  openPort: () => boolean;
}): Handlers<HistoryWords> {
  const { session, files, submissions, openPort } = parts;
  const kept = () => session.account().history;
  const fetcher = () => kept().fetcher;
  const log = () => kept().alertLog;
  return {
    history: {
      openPort: () => {
        if (!openPort()) fail({ kind: 'notFound' });
      },
      load: ({ request, deviceId, range }) => kept().load(request, deviceId, range),
      plan: (request) => fetcher().plan(request),
      fetch: (request) => fetcher().fetch(request),
      fetches: () => fetcher().fetches(),
      pauseFetch: ({ id }) => fetcher().pause(id),
      resumeFetch: ({ id }) => fetcher().resume(id),
      cancelFetch: ({ id }) => fetcher().cancel(id),
      cached: () => kept().cached(),
      clearCached: ({ deviceIds }) => kept().clear(deviceIds),
      exportTracks: (input) => files.exportTracks(input),
      exportProgress: () => files.progress(),
      cancelExport: () => files.cancel(),
    },
    alertLog: {
      list: ({ from, limit, ...filter }) => {
        const all = log().entries(filter);
        return {
          total: all.length,
          unacknowledged: all.filter(({ acknowledged }) => acknowledged === null).length,
          entries: all.slice(from, from + limit),
          incompleteDevices: log().incompleteDevices(filter),
        };
      },
      acknowledge: ({ ids, note }) => log().acknowledge(ids, note),
      unacknowledge: ({ ids }) => log().unacknowledge(ids),
      exportLog: (input) => files.exportLog(input),
      unacknowledged: () => log().unacknowledged(),
    },
    liveAlerts: {
      snoozes: () => kept().live.snoozes(),
      snooze: ({ deviceId, until }) => kept().live.snooze(deviceId, until),
    },
    submit: {
      planLocation: ({ deviceId, location }) => submissions.planLocation(deviceId, location),
      planAlert: ({ deviceId, alert }) => submissions.planAlert(deviceId, alert),
      openTrack: () => submissions.openTrack(),
      openGiven: ({ id }) => submissions.openGiven(id),
      openAgain: () => submissions.openAgain(),
      opened: () => submissions.opened(),
      closeTrack: () => submissions.closeTrack(),
      reading: () => submissions.reading(),
      cancelReading: () => submissions.cancelReading(),
      planTrack: ({ token, track, deviceId }) => submissions.planTrack(token, track, deviceId),
    },
  };
}
