// The staff view under load: pushes over the socket, and main thread tasks of the tab in Chromium.
import WebSocket from 'ws'
import { launchChrome } from './chrome.mjs'
import { benchOwner } from './processes.mjs'
import { sized } from './size.mjs'

const SETTLE_MS = sized(3_000, 500)
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** The cookie of a new session of the owner. */
export async function signInOwner(url) {
  const response = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(benchOwner),
  })
  if (!response.ok) throw new Error(`The owner cannot sign in: ${response.status}`)
  return response.headers.getSetCookie()[0].split(';')[0]
}

/** Subscribes to visitors like the tab; `pushes` contains the arrival time of each snapshot. */
export async function watchVisitors(url) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/trpc`, { headers: { cookie: await signInOwner(url) } })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const pushes = []
  socket.on('message', (text) => {
    if (String(text).includes('activeVisitors')) pushes.push({ at: performance.now(), bytes: text.length })
  })
  socket.send(JSON.stringify({ id: 1, method: 'subscription', params: { path: 'analytics.watch' } }))
  return { pushes, stop: () => socket.terminate() }
}

/** The longest main thread tasks of the page in ms, during `traceMs` of pushes. */
export async function traceAnalyticsTab(url, traceMs) {
  const chrome = await launchChrome()
  try {
    const context = await chrome.newContext({ viewport: { width: 1280, height: 900 }, baseURL: url })
    await context.request.post('/api/admin/login', { data: benchOwner })
    const page = await context.newPage()
    await page.goto('/admin?tab=analytics')
    await page.getByRole('table', { name: 'Active now' }).waitFor()
    await sleep(SETTLE_MS)
    const devtools = await context.newCDPSession(page)
    const events = []
    devtools.on('Tracing.dataCollected', ({ value }) => events.push(...value))
    await devtools.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'toplevel'] },
    })
    const before = await page.getByText('Last Updated').locator('..').innerText()
    await sleep(traceMs)
    const after = await page.getByText('Last Updated').locator('..').innerText()
    const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
    await devtools.send('Tracing.end')
    await complete
    if (before === after) throw new Error('The tab was not pushed to while it was traced.')
    return { ...mainThreadOf(events), shown: after.replace(/\s+/g, ' ') }
  } finally {
    await chrome.close()
  }
}

/** Finds the renderer with the busiest main thread; trace times are microseconds. */
function mainThreadOf(events) {
  const names = new Map(
    events.filter(({ name }) => name === 'thread_name').map(({ pid, tid, args }) => [`${pid} ${tid}`, args.name]),
  )
  const tasks = events.filter(
    ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && names.get(`${pid} ${tid}`) === 'CrRendererMain',
  )
  const longest = (of) => Math.max(0, ...tasks.map((task) => (task[of] ?? 0) / 1_000))
  return { tasks: tasks.length, longestMs: longest('dur'), longestCpuMs: longest('tdur') }
}
