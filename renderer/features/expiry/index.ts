export { ExpiryPage } from './expiry-page';
export { RenewDialog } from './renew-dialog';
