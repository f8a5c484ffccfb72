import './without-eval';
import '@fontsource/noto-sans/400.css';
import '@fontsource/noto-sans/500.css';
import '@fontsource/noto-sans/600.css';
import '@mantine/core/styles.css';
import './global.css';
import { createRoot } from 'react-dom/client';
import { sessionMirror } from '#features/connect';
import { createFleetStore } from '#features/devices';
import { createFleetClient } from '#features/fleet';
import { groupsMirror } from '#features/groups';
import { settingsMirror } from '#features/settings';
import { statusMirror } from '#features/status';
import { usersMirror } from '#features/users';
import { receiveFleetPorts } from './fleet-port';
import { followSelection, followSession, followSettings } from './follow';
import { Window } from './window';

const fleet = createFleetClient();
const store = createFleetStore(fleet, window.localStorage);

receiveFleetPorts(fleet);
followSettings(settingsMirror, fleet);
followSelection(store);
followSession(sessionMirror, store, [groupsMirror, usersMirror, statusMirror]);
for (const mirror of [sessionMirror, settingsMirror, statusMirror, groupsMirror, usersMirror])
  mirror.start();

createRoot(document.getElementById('root')!).render(<Window store={store} map={null} />);
