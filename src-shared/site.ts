/** Names and texts of the site that several screens show. */
export const site = {
  brandName: 'Gift Card Exchange',
  tagline: 'Instant Cash for Gift Cards',
  domain: 'giftcardexchange.example',
  supportEmail: 'support@giftcardexchange.example',
  orderPrefix: 'GCE-',
  /** The prefix of all our browser storage keys, by which sign-out finds and clears them. */
  storagePrefix: 'gce.',
  /** Follows the prefix in keys of the device, which sign-out keeps. */
  deviceSettingPrefix: 'device.',
  copyrightYear: 2025,
} as const
