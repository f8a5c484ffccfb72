import './without-eval';
import '#lib/trusted-types';
import '@fontsource/noto-sans/400.css';
import '@fontsource/noto-sans/500.css';
import '@fontsource/noto-sans/600.css';
import '@mantine/core/styles.css';
import './global.css';
import { createRoot } from 'react-dom/client';
import { defaultSettings } from '#shared/domain/settings';
import { followAlerts, showAlertsFromLink } from '#features/alerts';
import { jobsMirror } from '#features/activity';
import { sessionMirror } from '#features/session';
import { createFleetStore, refreshFleet, savedViewsStore, showSavedViewOf } from '#features/fleet';
import { showHelp } from '#features/help';
import { groupsView, showGroup } from '#features/groups';
import { showUser, usersView } from '#features/users';
import { draftStore, groupsMirror, storedDrafts, usersMirror } from '#features/edits';
import { createFleetClient } from '#engines/fleet';
import { tracks } from '#engines/tracks';
import { createMapStore, drawMapFiles, mapFilesMirror, MapStoreProvider } from '#features/map';
import { settingsMirror } from '#features/settings';
import { statusMirror } from '#features/status';
import { followSubmissions, openedFileMirror } from '#features/submit';
import { api } from '#lib/api';
import { language } from '#lib/language';
import { receivePorts } from '#lib/ports';
import { isNoDialogOpen } from '#lib/shortcuts';
import { nearbyStore } from '#features/nearby';
import {
  followPlaces,
  makePlacesOfMeasured,
  newPlaceAt,
  placesView,
  takePlacesChange,
} from '#features/places';
import { followNotes, takeNote } from '#features/notes';
import { followSnoozes } from '#features/snoozes';
import { followVehicleKinds, keepKinds } from '#features/vehicle-kinds';
import { sayTakenOver } from '#features/take-along';
import { unsavedWork } from '#lib/unsaved-work';

import { MapPane, Window } from './shell';
import { reportFirstFleet } from './report-drawn';
import { followLinks, followOpenedFiles, followUnsaved } from './follow-account';
import {
  prioritiseVisible,
  followFilter,
  followSelection,
  followLanguage,
  followServiceClock,
  followSession,
  followSettings,
} from './follow';
import { lockNow } from './commands';
import { rememberOpened } from './opened';
import { pageOnScreen, routeOf } from './routes';
import { followDeviceHere, shownHere, viewStateHere } from './this-window';
import { keepViewStates } from './view-states';

const fleet = createFleetClient();
const store = createFleetStore(
  fleet,
  window.localStorage,
  shownHere && shownHere.shows !== 'page' ? 'map' : null,
);
const mapStore = createMapStore();
makePlacesOfMeasured(mapStore);
mapStore.setState({
  positionActions: [
    {
      name: 'nearby.title',
      run: (at) => nearbyStore.open({ kind: 'point', at }),
    },
    { name: 'places.newHere', run: newPlaceAt },
  ],
});

receivePorts('fleet', (port) => void fleet.attach(port));
receivePorts('history', tracks.attach);
// Main keeps the port for all accounts.
void api.fleet.openPort();
// The first to hear of another account: what the others show is then reset.
followSession(sessionMirror);
followSettings(settingsMirror, fleet);
followLanguage(fleet);
followServiceClock(statusMirror, fleet);
followSelection(store, mapStore);
followNotes(fleet);
followPlaces(fleet);
sayTakenOver(store);
followVehicleKinds(fleet);
followAlerts(fleet);
followSnoozes(fleet);
followFilter(store, mapStore);
prioritiseVisible(store);
// Links, files and notifications lead to the main window.
if (!shownHere) followWhatLeadsHere();
followSubmissions();
// Details and dialogs show these lists at once: none of them says for a moment that they were not loaded.
for (const mirror of [groupsMirror, usersMirror]) mirror.subscribe(() => undefined);
api.app.onLanguageChanged(language.set);
api.fleet.onRefreshAsked(() => void refreshFleet());
api.app.onHelpAsked(({ topic }) => showHelp(topic));
api.session.onLockAsked(() => void lockNow());
api.places.onChanged(takePlacesChange);
api.notes.onChanged(takeNote);
api.vehicleKinds.onChanged(keepKinds);
api.savedViews.onChanged((views) => savedViewsStore.setState({ views }));
api.drafts.onChanged(({ kind }) => void storedDrafts.refresh(kind));
drawMapFiles({ files: mapFilesMirror, session: sessionMirror, settings: settingsMirror });
const viewStates = keepViewStates({
  session: sessionMirror,
  fleet: store,
  stored: viewStateHere,
  page: pageOnScreen,
  startPage: () => (settingsMirror.getState().value ?? defaultSettings).startPage,
  onLeaving: (listener) => window.addEventListener('pagehide', listener),
});
followDeviceHere(store, mapStore);
rememberOpened('device', store, ({ isDetailsOpen, selected }) =>
  isDetailsOpen && selected ? selected.id : null,
);
rememberOpened('group', store, ({ query: { group } }) => (group === 'none' ? null : group));
rememberOpened('group', groupsView, ({ selectedId }) => selectedId);
rememberOpened('user', usersView, ({ selectedId }) => selectedId);
rememberOpened('view', savedViewsStore, ({ pickedId }) => pickedId);
unsavedWork.keepIn(window.localStorage);
window.addEventListener('storage', () => unsavedWork.readAgain());
followUnsaved({
  session: sessionMirror,
  drafts: draftStore,
  jobs: jobsMirror,
  unsaved: unsavedWork,
  onTyped: (passwords) => void api.drafts.typed({ passwords }),
});
const shellShown = reportFirstFleet({
  fleet,
  map: mapStore,
  now: Date.now,
  isMapHidden: () => pageOnScreen.current() !== 'fleet',
  report: (drawn) => void api.app.fleetDrawn(drawn),
});
createRoot(document.getElementById('root')!).render(
  <MapStoreProvider value={mapStore}>
    <Window
      store={store}
      map={<MapPane fleet={fleet} fleetStore={store} mapStore={mapStore} viewStates={viewStates} />}
      onShellShown={shellShown}
    />
  </MapStoreProvider>,
);

function followWhatLeadsHere(): void {
  followLinks({
    session: sessionMirror,
    groups: groupsMirror,
    users: usersMirror,
    showDevice: (id) => {
      pageOnScreen.show('fleet');
      store.show(id);
    },
    showGroup,
    showUser,
    showView: (id) => {
      pageOnScreen.show('fleet');
      return showSavedViewOf(store, id);
    },
    showState: (name) => {
      pageOnScreen.show('fleet');
      store.showOnly(name);
    },
    showAlerts: (id, at) => showAlertsFromLink(fleet, id, at),
    showPage: (name) => {
      if (name === 'place-events') placesView.setState({ shown: 'events' });
      pageOnScreen.show(name === 'place-events' ? 'places' : routeOf(name));
    },
  });
  followOpenedFiles({
    session: sessionMirror,
    openedFile: openedFileMirror,
    // Leaving would close a dialog or an import under review.
    mayLeave: () => pageOnScreen.current() !== 'import' && isNoDialogOpen(),
    show: () => pageOnScreen.show('submit'),
  });
}
