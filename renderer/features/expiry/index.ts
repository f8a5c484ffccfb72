export { ExpiryPage } from './expiry-page';
