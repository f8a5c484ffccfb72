/** By their names in a policy file; in the registry of Windows and a managed preference of macOS they have others. */
export const policyNames = {
  serviceAddress: 'ServiceAddress',
  mapStyleUrl: 'MapStyleUrl',
  'updates.enabled': 'UpdatesEnabled',
  'updates.feed': 'UpdateFeed',
  allowedServiceHosts: 'AllowedServiceHosts',
  allowedMapHosts: 'AllowedMapHosts',
  mapFiles: 'MapFiles',
} as const;
export type PolicyField = keyof typeof policyNames;
export const policyFields = Object.keys(policyNames) as [PolicyField, ...PolicyField[]];
