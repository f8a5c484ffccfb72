export { AccountMenu, AccountsSetting } from './accounts';
export { ConnectOwnAccount, ConnectPage, UnlockPage } from './connect';
export { PassphraseSetting } from './passphrase';
export { useSessionNotices } from './session-notices';
export { addressOf, nameOf, userAt } from './store';
export { sessionMirror, useOpenSession, useSession, type OpenSession } from './store';
export { openInWindow, switchAccount, useAccounts, useAccountMark } from './switch-account';
