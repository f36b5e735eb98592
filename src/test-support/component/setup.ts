// Setup of the component tests: matchers for elements, and browser APIs that the client uses and jsdom lacks.
import '@testing-library/jest-dom/vitest'
import { WebSocket as NodeSocket } from 'ws'
import './faster-jsdom.ts'
import { cookieJar } from './jsdom-window.ts'

/** `fetch` over the XMLHttpRequest of jsdom, which sends cookies and Origin as a browser does. */
const fetchAsPage: typeof fetch = (target, { method = 'GET', headers, body, signal } = {}) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, String(target))
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
    request.onload = () => {
      const { status, responseText } = request
      const type = request.getResponseHeader('content-type') ?? ''
      const count = request.getResponseHeader('page-count')
      const headers = { 'content-type': type, ...(count !== null && { 'page-count': count }) }
      resolve(new Response(responseText || null, { status, headers }))
    }
    request.onerror = () => reject(new TypeError('Failed to fetch'))
    request.onabort = () => reject(new DOMException('The request was aborted.', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort())
    request.send(body as XMLHttpRequestBodyInit | null | undefined)
  })

/** The WebSocket of jsdom 29 fails beside the Event class of jsdom. This one sends cookies and Origin as well. */
class PageSocket extends NodeSocket {
  constructor(url: string) {
    const cookie = cookieJar().getCookieStringSync(url.replace(/^ws/, 'http'))
    super(url, { origin: location.origin, headers: { cookie } })
  }
}

globalThis.WebSocket = PageSocket as unknown as typeof WebSocket
const nodeFetch = globalThis.fetch
// The server shares the globals: what it requests of others is no request of the page. Node refuses signals of jsdom.
globalThis.fetch = (target, init) => {
  const isOfPage = new URL(String(target), location.href).origin === location.origin
  return isOfPage ? fetchAsPage(target, init) : nodeFetch(target, { ...init, signal: null })
}
navigator.sendBeacon = (url, body) => {
  fetchAsPage(url, { method: 'POST', body }).catch(() => undefined)
  return true
}
globalThis.requestIdleCallback = (work) => {
  setTimeout(() => work({ didTimeout: false, timeRemaining: () => 50 }))
  return 0
}
// Without layout no media query applies, and there is nothing to scroll.
window.matchMedia = (media) => Object.assign(new EventTarget(), { matches: false, media }) as MediaQueryList
Element.prototype.scrollIntoView = () => undefined
Element.prototype.scrollTo = () => undefined
window.scrollTo = () => undefined
// Without styles every element of the document is visible.
Element.prototype.checkVisibility = function () {
  return this.isConnected
}
// Enough for the ids, values and shortcut keys of the client, which are within quotation marks.
globalThis.CSS = { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') } as typeof CSS
