// `npm run bench`: each figure is a ratio to a control measured in the same run, in interleaved rounds.
import { chromium } from './browsers.mjs'
import { installAll } from './packages.mjs'
import { build } from './site-build.mjs'

installAll()
build()
const { benchQuote } = await import('./bench/quote.mjs')
const { benchSignedInRead } = await import('./bench/signed-in-read.mjs')
const { benchPeer } = await import('./bench/peer/peer.mjs')
const { benchSubmit } = await import('./bench/submit.mjs')
const { benchUpload } = await import('./bench/upload.mjs')
const { benchStart } = await import('./bench/start.mjs')
const { benchVisitors } = await import('./bench/visitors.mjs')
const { benchChat } = await import('./bench/chat.mjs')
const { benchIdle } = await import('./bench/idle.mjs')
const { benchScale } = await import('./bench/scale.mjs')
const { benchCluster } = await import('./bench/cluster.mjs')
const { benchQueue } = await import('./bench/queue.mjs')
const { benchInventory } = await import('./bench/inventory.mjs')
const { benchInsider } = await import('./bench/insider.mjs')
const { benchReports } = await import('./bench/reports.mjs')
const { benchTracking } = await import('./bench/tracking.mjs')
const { benchOrderSize } = await import('./bench/order-size.mjs')

const [only, ...given] = process.argv.slice(2)
const benches = {
  quote: benchQuote,
  'signed-in-read': benchSignedInRead,
  peer: benchPeer,
  submit: benchSubmit,
  upload: benchUpload,
  start: benchStart,
  visitors: benchVisitors,
  chat: benchChat,
  idle: benchIdle,
  scale: benchScale,
  cluster: benchCluster,
  queue: benchQueue,
  inventory: benchInventory,
  insider: benchInsider,
  reports: benchReports,
  tracking: benchTracking,
  'order-size': benchOrderSize,
}
for (const [name, bench] of Object.entries(benches)) {
  if (only !== undefined && only !== name) continue
  console.log(`\n${name}`)
  if (name === 'visitors') process.env.CHROMIUM_PATH ??= await chromium()
  for (const { what, figure, goal } of await bench(given))
    console.log(`  ${what}: ${figure}${goal ? `  (goal ${goal})` : ''}`)
}
