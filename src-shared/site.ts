/** Names and texts of the site that several screens show. What an owner can change is in `site-settings.ts`. */
export const site = {
  tagline: 'Instant Cash for Gift Cards',
  orderPrefix: 'GCE-',
  /** The prefix of all our browser storage keys, by which sign-out finds and clears them. */
  storagePrefix: 'gce.',
  /** Follows the prefix in keys of the device, which sign-out keeps. */
  deviceSettingPrefix: 'device.',
  copyrightYear: 2025,
} as const
