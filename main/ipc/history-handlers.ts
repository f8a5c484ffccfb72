import { fail } from '#shared/fault';
import type { alerts } from '#shared/ipc/alerts';
import type { Handlers } from '#shared/ipc/define';
import type { history } from '#shared/ipc/history';
import type { submit } from '#shared/ipc/submit';
import type { HistoryFiles } from '#main/features/exchange/history-files';
import { alertPlaces } from '#main/features/alerts/alert-places';
import type { Submissions } from '#main/features/submit/submissions';
import type { SessionFeature } from '#main/session/session';

type HistoryContract = {
  history: typeof history;
  alerts: typeof alerts;
  submit: typeof submit;
};

/** One line per call about tracks, the alert log and submitting. */
export function createHistoryHandlers(parts: {
  session: Pick<SessionFeature, 'account'>;
  files: HistoryFiles;
  submissions: Submissions;
  openPort: () => boolean;
}): Handlers<HistoryContract> {
  const { files, submissions, openPort } = parts;
  const { account } = parts.session;
  const history = () => account().history;
  const fetcher = () => history().fetcher;
  const log = () => account().alertLog;
  return {
    history: {
      openPort: () => {
        if (!openPort()) fail({ kind: 'notFound' });
      },
      load: ({ request, deviceId, range }) => history().load(request, deviceId, range),
      plan: (request) => fetcher().plan(request),
      fetch: (request) => fetcher().fetch(request),
      fetches: () => fetcher().fetches(),
      pauseFetch: ({ id }) => fetcher().pause(id),
      resumeFetch: ({ id }) => fetcher().resume(id),
      cancelFetch: ({ id }) => fetcher().cancel(id),
      cached: () => history().cached(),
      clearCached: ({ deviceIds }) => history().clear(deviceIds),
      exportTracks: (input) => files.exportTracks(input),
      exportProgress: () => files.progress(),
      cancelExport: () => files.cancel(),
    },
    alerts: {
      list: ({ from, limit, ...filter }) => {
        const all = log().entries(filter);
        return {
          total: all.length,
          unacknowledged: all.filter(({ acknowledged }) => acknowledged === null).length,
          entries: all.slice(from, from + limit),
          incompleteDevices: log().incompleteDevices(filter),
        };
      },
      places: ({ range }) => {
        const filter = { deviceIds: null, range, names: null, acknowledged: null };
        return {
          ...alertPlaces(log().entries(filter)),
          incompleteDevices: log().incompleteDevices(filter),
        };
      },
      acknowledge: ({ ids, note }) => log().acknowledge(ids, note),
      unacknowledge: ({ ids }) => log().unacknowledge(ids),
      exportAlerts: (input) => files.exportAlerts(input),
      overview: () => log().overview(),
      snoozes: () => account().liveAlerts.snoozes(),
      snooze: ({ deviceId, until, withCallsForHelp }) =>
        account().liveAlerts.snooze(deviceId, until, withCallsForHelp),
    },
    submit: {
      planLocation: ({ deviceId, location, draft }) =>
        submissions.planLocation(deviceId, location, draft),
      planAlert: ({ deviceId, alert, draft }) => submissions.planAlert(deviceId, alert, draft),
      openTrack: () => submissions.openTrack(),
      openReceivedFile: ({ id }) => submissions.openReceivedFile(id),
      readAgain: ({ token, choices }) => submissions.readAgain(token, choices),
      openAgain: () => submissions.openAgain(),
      opened: () => submissions.opened(),
      closeTrack: () => submissions.closeTrack(),
      readProgress: () => submissions.readProgress(),
      cancelRead: () => submissions.cancelRead(),
      planTrack: ({ token, track, deviceId }) => submissions.planTrack(token, track, deviceId),
    },
  };
}
