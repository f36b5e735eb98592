/** What a browser says about being followed; not every one knows these. */
type Wishes = { doNotTrack?: string | null; globalPrivacyControl?: boolean }

/** Whether this visit may be counted: not against the browser's wish, nor for whoever has declined measuring. */
export function isTrackingAllowed(browser: Wishes, consent: 'accepted' | 'declined' | undefined): boolean {
  return browser.doNotTrack !== '1' && browser.globalPrivacyControl !== true && consent !== 'declined'
}
