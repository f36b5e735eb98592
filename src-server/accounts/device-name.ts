/** The first match wins, because many browsers also name the ones they descend from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|\bCriOS|\bChromium)\//, 'Chrome'],
  [/^(?=.*\bVersion\/[\d.]).*\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns a readable name for a user agent, such as 'Chrome on Windows'. */
export function deviceName(userAgent: string): string {
  const named = [browsers, systems].map((list) => list.find(([pattern]) => pattern.test(userAgent))?.[1])
  return named.filter((name) => name !== undefined).join(' on ') || 'Unknown device'
}
