export { AccountMenu } from './account-menu';
export { addressOf, nameOf } from './account-names';
export { ConnectPage } from './connect-page';
export { ConnectOwnAccount } from './connect-own-account';
export { AccountsSetting } from './known-accounts';
export { SessionBanners } from './session-banners';
export { sessionMirror, useOpenSession, useSession, type OpenSession } from './store';
export { UnlockPage } from './unlock-page';
