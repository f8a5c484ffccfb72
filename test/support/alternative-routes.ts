import {
  createAlternativeRecords,
  isRecord,
  Refused,
  type AlternativeRecords,
  type PatchChoices,
} from './alternative-records';

export interface AlternativeData {
  devices: readonly unknown[];
  /** By device id. */
  fixes?: Readonly<Record<string, unknown>>;
  groups?: readonly unknown[];
  users?: readonly unknown[];
}

/** Where the documents leave a choice: what this service does. */
export interface AlternativeChoices extends PatchChoices {
  createStatus: 200 | 201;
  singleRecord: 'flat' | 'data';
  lists: 'envelope' | 'bare';
  memberCase: 'camel' | 'pascal';
  patchMediaType: 'application/json' | 'application/json-patch+json';
  /** The body of a refused call other than a token exchange. */
  errorBody: 'empty' | 'html';
  unauthorizedStatus: 401 | 403;
}

export const defaultChoices: AlternativeChoices = {
  createStatus: 200,
  singleRecord: 'flat',
  lists: 'envelope',
  memberCase: 'camel',
  patchMediaType: 'application/json',
  patchTest: 'guards',
  errorBody: 'empty',
  unauthorizedStatus: 401,
};

export interface Reply {
  status: number;
  /** Absent: no body. */
  body?: unknown;
}

const countries = { BE: 'Belgium', DE: 'Germany', ES: 'Spain', SE: 'Sweden' };
const timeZones = {
  'Europe/Brussels': 'Central European Time',
  'Europe/Madrid': 'Central European Time',
  'Europe/Stockholm': 'Central European Time',
};

/** The calls besides the token exchange, on the data given; throws `Refused`. */
export function createAlternativeRoutes(
  data: AlternativeData,
  choices: AlternativeChoices,
): (method: string, path: string, body: unknown) => Reply {
  const groups = createAlternativeRecords('group', data.groups ?? [], choices);
  const users = createAlternativeRecords('user', data.users ?? [], choices);

  const list = (key: string, records: readonly unknown[]): Reply => ({
    status: 200,
    body: choices.lists === 'bare' ? records : { success: true, [key]: records },
  });
  const single = (record: object, status = 200): Reply => ({
    status,
    body:
      choices.singleRecord === 'data'
        ? { success: true, data: record }
        : { success: true, ...record },
  });

  function ofDevices(
    method: string,
    id: string | undefined,
    part: string | undefined,
    body: unknown,
  ) {
    if (id === undefined) return list('devices', data.devices);
    const device = data.devices.find((each) => isRecord(each) && String(each.id) === id);
    if (!device) throw new Refused(404, 'There is no such device.');
    if (part === undefined) return { status: 200, body: { success: true, device } };
    const fix = data.fixes?.[id] ?? null;
    if (part === 'lastLocation') return { status: 200, body: { success: true, lastLocation: fix } };
    const isLog = method === 'POST' && (part === 'locations' || part === 'alerts');
    if (!isLog) throw new Refused(404, 'There is no such call.');
    const { from, to } = isRecord(body) ? body : {};
    const [start, end] = [Date.parse(String(from)), Date.parse(String(to))];
    if (Number.isNaN(start) || Number.isNaN(end)) throw new Refused(400, 'Give from and to.');
    const at = isRecord(fix) ? Date.parse(String(fix.dateTime)) : Number.NaN;
    return list(part, part === 'locations' && at >= start && at <= end ? [fix] : []);
  }

  function ofRecords(
    records: AlternativeRecords,
    key: string,
    method: string,
    id: string | undefined,
    body: unknown,
  ): Reply {
    if (id === undefined)
      return method === 'POST'
        ? single(records.create(body), choices.createStatus)
        : list(key, records.list());
    switch (method) {
      case 'PUT':
        return single(records.replace(id, body));
      case 'PATCH':
        return single(records.patch(id, body));
      case 'DELETE':
        records.remove(id);
        return { status: 204 };
      default:
        return single(records.read(id));
    }
  }

  return (method, path, body) => {
    const [, , area, id, part] = path.split('/').map(decodeURIComponent);
    if (area === 'devices') return ofDevices(method, id, part, body);
    if (area === 'groups') return ofRecords(groups, 'groups', method, id, body);
    if (id === 'countries') return { status: 200, body: { success: true, countries } };
    if (id === 'timeZones') return { status: 200, body: { success: true, timeZones } };
    if (area === 'users') return ofRecords(users, 'users', method, id, body);
    throw new Refused(404, 'There is no such call.');
  };
}
