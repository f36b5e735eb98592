// A caller in its own process that calls one address continuously. For each line it reads, it prints the responses
// since the line before and the slowest in milliseconds; a pending call counts.
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
