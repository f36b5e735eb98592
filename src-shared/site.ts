/** What the site is called and promises. Words that appear on several screens live here once. */
export const site = {
  brandName: 'Gift Card Exchange',
  tagline: 'Instant Cash for Gift Cards',
  domain: 'giftcardexchange.example',
  supportEmail: 'support@giftcardexchange.example',
  orderPrefix: 'GCE-',
  /** Every browser storage key of ours starts with this, so sign-out can find and clear them. */
  storagePrefix: 'gce.',
  /** After the prefix, in the keys of what belongs to the device and not to who is signed in. */
  deviceSettingPrefix: 'device.',
  copyrightYear: 2025,
} as const
