// Thousands of visitors, each with a connection of its own, who open another page every second.
import { connect } from 'node:net'

const pages = ['/', '/exchange', '/supported-cards', '/signup', '/contact', '/nowhere']
const TURN_MS = 10
const SECOND_MS = 1_000

/**
 * Opens the connections, then runs until `stop`. Each visitor sends one sign a second, at a moment of their own.
 * `sent` and `answered` count; anything but 204 ends the bench.
 */
export async function startVisitors(url, count) {
  const { hostname, port } = new URL(url)
  const visitors = await inGroups(count, (at) => openVisitor(hostname, Number(port), at))
  const load = { sent: 0, answered: 0, stop }
  for (const { socket } of visitors)
    socket.on('data', (bytes) => {
      if (!bytes.includes('HTTP/1.1 204')) throw new Error(`${url} answered ${bytes}`)
      load.answered++
    })
  const perTurn = count / (SECOND_MS / TURN_MS)
  const started = performance.now()
  let turn = 0
  const timer = setInterval(() => {
    // As many as the time that has passed asks for, be the timer late or not.
    for (const due = Math.floor((performance.now() - started) / TURN_MS); turn < due; turn++)
      for (let step = 0; step < perTurn; step++) {
        const visitor = visitors[(turn * perTurn + step) % count]
        visitor.socket.write(visitor.requests[visitor.views++ % pages.length])
        load.sent++
      }
  }, TURN_MS)

  function stop() {
    clearInterval(timer)
    for (const { socket } of visitors) socket.destroy()
  }
  return load
}

async function openVisitor(hostname, port, at) {
  const socket = connect({ host: hostname, port, noDelay: true })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  const id = `v${at}`.padEnd(22, '-')
  const head = [
    'POST /api/visits HTTP/1.1',
    `Host: ${hostname}:${port}`,
    'Content-Type: application/json',
    'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    `Origin: http://${hostname}:${port}`,
    'Sec-Fetch-Site: same-origin',
    // Behind the proxy that the server is told to believe, every visitor has an address.
    `X-Forwarded-For: 10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`,
  ]
  const requests = pages.map((page) => {
    const body = JSON.stringify({ visitorId: id, page, sign: 'view' })
    return Buffer.from([...head, `Content-Length: ${body.length}`, '', body].join('\r\n'))
  })
  return { socket, requests, views: at }
}

/** All at once would be more than a listening socket queues. */
async function inGroups(count, make) {
  const GROUP = 100
  const made = []
  while (made.length < count)
    made.push(...(await Promise.all(Array.from({ length: GROUP }, (_, at) => make(made.length + at)))))
  return made
}
