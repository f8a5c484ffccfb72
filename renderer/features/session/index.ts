export { AccountMenu, AccountsSetting } from './accounts';
export { ConnectOwnAccount, ConnectPage, UnlockPage } from './connect';
export { useSessionNotices } from './session-notices';
export { addressOf, nameOf } from './session-texts';
export { sessionMirror, useOpenSession, useSession, type OpenSession } from './store';
