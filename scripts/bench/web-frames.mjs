// First paint and layout shift of the pages that start as a frame, for visitors and with a session.
import { median } from './load.mjs'
import { signInOwner } from './staff-screen.mjs'
import { signUp, submissionBody, submissionHead } from './submit.mjs'
import { loadPage } from './web-page.mjs'

const goals = { fcp: 1500, cls: 0.02 }
const SUBMISSIONS = 3

/** Two rows per page and caller: the median first paint and the worst layout shift of these rounds. */
export async function loadFrames(chrome, url, rounds) {
  const customer = await signUp(url)
  const orders = []
  for (let count = 0; count < SUBMISSIONS; count++) orders.push(await submit(url, customer))
  const staff = await signInOwner(url)
  const loads = [
    ...['/transactions', `/transactions/${orders[0]}`, '/contact', '/forgot-password', '/admin'].map((path) => ({
      path,
      who: 'visitor',
    })),
    ...['/transactions', `/transactions/${orders[0]}`, '/contact'].map((path) => ({
      path,
      who: 'customer',
      cookie: cookieOf(customer),
    })),
    { path: '/admin', who: 'staff', cookie: cookieOf(staff) },
  ]
  const results = loads.map(() => [])
  // The first round warms caches and is discarded.
  for (let round = 0; round <= rounds; round++)
    for (const [at, { path, cookie }] of loads.entries()) {
      const result = await loadPage(chrome, url + path, { runs: true, cookie })
      if (round > 0) results[at].push(result)
    }
  return loads.flatMap(({ path, who }, at) => rowsOf(`${path.replace(/GCE-.*/, ':id')}, ${who}`, results[at]))
}

function rowsOf(screen, results) {
  const fcp = Math.round(median(results.map((each) => each.fcp)))
  const cls = Math.max(...results.map((each) => each.cls))
  const row = (what, figure, goal, isMet) => ({ screen, what, figure, goal, met: isMet ? 'yes' : 'NO' })
  return [
    row('FCP', `${fcp} ms`, `<= ${goals.fcp} ms`, fcp <= goals.fcp),
    row('CLS, worst', cls.toFixed(4), `<= ${goals.cls}`, cls <= goals.cls),
  ]
}

async function submit(url, cookie) {
  const body = await submissionBody()
  const response = await fetch(`${url}/api/submit`, { method: 'POST', headers: { ...submissionHead, cookie }, body })
  return (await response.json()).submissionId
}

/** 'name=value' for the browser. */
function cookieOf(header) {
  const [name, ...value] = header.split('=')
  return { name, value: value.join('=') }
}
