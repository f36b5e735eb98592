// Measures one cold load of one page on a simulated slow phone.
const slow4G = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: 96_000 }
const CPU_SLOWDOWN = 4
const LONG_TASK_MS = 50

/** Returns ms and CLS. `runs` waits for the application, which `act` uses then; `cookie` is that of a session. */
export async function loadPage(chrome, url, { runs, act, cookie }) {
  const context = await chrome.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  })
  if (cookie) await context.addCookies([{ url: new URL(url).origin, ...cookie }])
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.addInitScript(observe)
  await page.goto(url, { waitUntil: 'networkidle' })
  if (runs) {
    await page.waitForFunction(() => performance.getEntriesByName('hydrated').length > 0)
    await act?.(page)
  }
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  // On a busy machine the browser reports the paint late.
  await page.waitForFunction(() => globalThis.measured.fcp > 0)
  const { lcp, fcp, cls, tasks, presses } = await page.evaluate(() => globalThis.measured)
  const hydrated = await page.evaluate(() => performance.getEntriesByName('hydrated')[0]?.startTime ?? 0)
  await context.close()
  const blocking = tasks.filter(([start]) => start > fcp && start < hydrated).map(([, length]) => length - LONG_TASK_MS)
  return {
    fcp,
    lcp,
    cls,
    hydrated,
    tbt: blocking.reduce((one, other) => one + other, 0),
    inp: Math.max(0, ...Object.values(presses)),
  }
}

/** Types into the search box, selects a tile, which folds the list, and enters the value. */
export async function workInExchange(page) {
  const search = page.getByRole('searchbox')
  await search.tap()
  await search.pressSequentially('star', { delay: 60 })
  for (const _ of 'star') await search.press('Backspace', { delay: 60 })
  await page.locator('label:has(input[value=target])').tap()
  await page.getByLabel('Gift Card Value').tap()
  await page.getByLabel('Gift Card Value').pressSequentially('75', { delay: 60 })
}

/** Types a value on the front page and opens the menu. */
export async function openMenu(page) {
  const value = page.getByLabel('Gift Card Value')
  await value.tap()
  await value.press('End')
  await value.pressSequentially('75', { delay: 60 })
  await page.getByRole('button', { name: 'Menu' }).tap()
  await page.getByRole('dialog').waitFor()
}

/** Runs in the page before its own scripts. */
function observe() {
  const measured = { lcp: 0, fcp: 0, cls: 0, tasks: [], presses: {} }
  globalThis.measured = measured
  const watch = (type, take, options) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options })
  watch('largest-contentful-paint', (entry) => {
    measured.lcp = entry.startTime
  })
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') measured.fcp = entry.startTime
  })
  watch('layout-shift', (entry) => {
    if (!entry.hadRecentInput) measured.cls += entry.value
  })
  watch('longtask', (entry) => measured.tasks.push([entry.startTime, entry.duration]))
  const longest = (entry) => {
    const { interactionId: id, duration } = entry
    if (id) measured.presses[id] = Math.max(measured.presses[id] ?? 0, duration)
  }
  watch('event', longest, { durationThreshold: 16 })
}
