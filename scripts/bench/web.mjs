// First load and interaction in Chromium with slow 4G and 4x CPU throttling, interleaved with the control.
import { launchChrome } from './chrome.mjs'
import { median } from './load.mjs'
import { isNoisy, ratioTo } from './noise.mjs'
import { startExchange } from './processes.mjs'
import { sized } from './size.mjs'
import { startScriptless } from './web-control.mjs'
import { loadFrames } from './web-frames.mjs'
import { loadPage, openMenu, workInExchange } from './web-page.mjs'

const ROUNDS = sized(7, 1)
const screens = ['/', '/exchange']
const acts = { '/': openMenu, '/exchange': workInExchange }
const goals = { lcpRatio: 1.3, cls: 0.01, inp: 200 }

/** One row per figure. The first round warms caches and is discarded; medians reduce the noise of single loads. */
export async function benchWeb() {
  const exchange = await startExchange()
  const control = await startScriptless()
  const chrome = await launchChrome()
  const rounds = []
  let frames
  try {
    for (let round = 0; round <= ROUNDS; round++)
      for (const screen of screens) {
        const plain = await loadPage(chrome, control.url + screen, { runs: false })
        const ours = await loadPage(chrome, exchange.url + screen, { runs: true, act: acts[screen] })
        if (round > 0) rounds.push({ screen, plain, ours })
      }
    frames = await loadFrames(chrome, exchange.url, ROUNDS)
  } finally {
    await chrome.close()
    await Promise.all([exchange.stop(), control.stop()])
  }
  const rows = screens.flatMap((screen) =>
    rowsOf(
      screen,
      rounds.filter((each) => each.screen === screen),
    ),
  )
  return [...rows, ...frames]
}

function rowsOf(screen, rounds) {
  const ours = (name) => median(rounds.map((round) => round.ours[name]))
  const control = rounds.map(({ plain }) => plain.lcp)
  const controlLcp = median(control)
  const row = (what, figure, goal, isMet) => ({ screen, what, figure, goal, met: isMet ? 'yes' : 'NO' })
  const info = (what, figure) => ({ screen, what, figure, goal: '', met: '' })
  const ratio = ours('lcp') / controlLcp
  const lcp = `${ratioTo(control, ratio)} (${Math.round(ours('lcp'))} / ${Math.round(controlLcp)} ms)`
  const cls = Math.max(...rounds.map((round) => round.ours.cls))
  return [
    row('LCP / LCP of the control', lcp, `<= ${goals.lcpRatio}`, !isNoisy(control) && ratio <= goals.lcpRatio),
    row('CLS, worst', cls.toFixed(4), `<= ${goals.cls}`, cls <= goals.cls),
    row('INP, median of the worst of each round', `${ours('inp')} ms`, `<= ${goals.inp} ms`, ours('inp') <= goals.inp),
    info('TBT', `${Math.round(ours('tbt'))} ms`),
    info('hydrated', `${Math.round(ours('hydrated'))} ms`),
  ]
}
