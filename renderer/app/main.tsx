import './without-eval';
import '@fontsource/noto-sans/400.css';
import '@fontsource/noto-sans/500.css';
import '@fontsource/noto-sans/600.css';
import '@mantine/core/styles.css';
import './global.css';
import { createRoot } from 'react-dom/client';
import { alertsMirror, followClicks } from '#features/alerts';
import { jobsMirror } from '#features/jobs';
import { sessionMirror } from '#features/session';
import { createFleetStore, pickedDevices } from '#features/fleet';
import { draftStore, keptDrafts } from '#features/drafts';
import { createFleetClient } from '#features/fleet-data';
import { createMapStore } from '#features/map';
import { droppedDevices, groupsMirror } from '#features/groups';
import { historyMirror, historyPort } from '#features/history';
import { journalMirror } from '#features/journal';
import { boardDevices } from '#features/limits';
import { settingsMirror } from '#features/settings';
import { fieldMappingMirror } from '#features/field-mapping';
import { statusMirror } from '#features/status';
import { openedFileMirror, submitMirror } from '#features/submit';
import { usersMirror } from '#features/users';
import { api } from '#lib/api';
import { unsavedWork } from '#lib/unsaved-work';

import { MapPane } from './map-pane';
import { reportFirstFleet } from './report-drawn';
import { followOpenedFiles } from './follow-opened-files';
import { followLinks } from './follow-links';
import { followUnsaved } from './follow-unsaved';
import {
  prioritiseVisible,
  followSelection,
  followServiceClock,
  followSession,
  followSettings,
} from './follow';
import { receivePorts } from './ports';
import { hrefOf, routeOf } from './routes';
import { Window } from './window';

const fleet = createFleetClient();
const store = createFleetStore(fleet, window.localStorage);
const mapStore = createMapStore();

receivePorts('fleet', fleet.attach);
receivePorts('history', historyPort.attach);
// Before the first render, so that the columns reach the worker while the window is built. Main keeps
// the port for all accounts.
void api.fleet.openPort();
followSettings(settingsMirror, fleet);
followServiceClock(statusMirror, fleet);
followSelection(store, mapStore);
prioritiseVisible(store);
const lists = [
  groupsMirror,
  usersMirror,
  jobsMirror,
  journalMirror,
  historyMirror,
  alertsMirror,
  submitMirror,
];
followLinks(sessionMirror, store);
followOpenedFiles({
  session: sessionMirror,
  openedFile: openedFileMirror,
  // Leaving would close a dialog or an import under review.
  mayLeave: () =>
    routeOf(window.location.hash) !== 'import' && !document.querySelector('[aria-modal="true"]'),
  show: () => {
    window.location.hash = hrefOf('submit');
  },
});
followClicks(store);
const perAccount = [
  keptDrafts,
  statusMirror,
  fieldMappingMirror,
  boardDevices,
  pickedDevices,
  droppedDevices,
];
followSession(sessionMirror, store, [...lists, ...perAccount]);
unsavedWork.keepIn(window.localStorage);
followUnsaved({
  session: sessionMirror,
  drafts: draftStore,
  jobs: jobsMirror,
  unsaved: unsavedWork,
  onTyped: (passwords) => void api.drafts.typed({ passwords }),
});
for (const mirror of [
  sessionMirror,
  settingsMirror,
  statusMirror,
  fieldMappingMirror,
  openedFileMirror,
  ...lists,
]) {
  mirror.start();
}

const shellShown = reportFirstFleet({
  fleet,
  map: mapStore,
  now: Date.now,
  report: (drawn) => void api.app.fleetDrawn(drawn),
});
createRoot(document.getElementById('root')!).render(
  <Window
    store={store}
    map={<MapPane fleet={fleet} fleetStore={store} mapStore={mapStore} />}
    onShellShown={shellShown}
  />,
);
