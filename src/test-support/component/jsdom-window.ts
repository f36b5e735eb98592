/** The environment of the test, which Vitest makes available under this name. */
declare const jsdom: {
  window: object
  reconfigure(settings: { url: string }): void
  cookieJar: {
    getCookieStringSync(url: string): string
    removeAllCookiesSync(): void
    setCookieSync(cookie: string, url: string): void
  }
}

/** The cookies of the present window, which can be another one in each test file. */
export const cookieJar = () => jsdom.cookieJar

/** Changes the address of the window without loading anything. */
export function setAddress(origin: string, path: string): void {
  jsdom.reconfigure({ url: origin + path })
  // `reconfigure` keeps the origin, which requests carry.
  Object.assign(jsdom.window, { _origin: origin })
}
