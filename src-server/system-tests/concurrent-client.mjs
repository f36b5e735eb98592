// A caller in a process of its own: calls one address over and over, and prints for each line it reads how many answers it
// got since the line before and how long the slowest took, in milliseconds; a call that still waits counts.
import { Agent, get } from 'node:http'

const url = process.argv[2] ?? ''
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const PAUSE_MS = 2
let [answers, slowestMs, startedAt] = [0, 0, 0]

const waitedMs = () => (startedAt === 0 ? 0 : performance.now() - startedAt)

function finish(count) {
  answers += count
  slowestMs = Math.max(slowestMs, waitedMs())
  startedAt = 0
  setTimeout(call, PAUSE_MS)
}

function call() {
  startedAt = performance.now()
  get(url, { agent }, (response) => response.resume().on('end', () => finish(1))).on('error', () => finish(0))
}

call()
process.stdin.on('data', () => {
  process.stdout.write(`${JSON.stringify({ answers, slowestMs: Math.max(slowestMs, waitedMs()) })}\n`)
  answers = 0
  slowestMs = 0
})
process.stdin.on('end', () => process.exit())
