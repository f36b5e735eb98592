// Thousands of visitors, each with its own connection and one page view per second.
import { connect } from 'node:net'

const pages = ['/', '/exchange', '/supported-cards', '/signup', '/contact', '/nowhere']
const TURN_MS = 10
const SECOND_MS = 1_000

/**
 * Opens the connections, then runs until `stop`. Each visitor sends one page view per second, spread over the second.
 * Counts `sent`, `answered` and `refused`: responses other than 204, and closed connections.
 */
export async function startVisitors(url, count) {
  const { hostname, port } = new URL(url)
  const visitors = await inGroups(count, (at) => openVisitor(hostname, Number(port), at))
  const load = { sent: 0, answered: 0, refused: 0, stop }
  for (const { socket } of visitors)
    socket
      .on('data', (bytes) => load[bytes.includes('HTTP/1.1 204') ? 'answered' : 'refused']++)
      .on('error', () => load.refused++)
  const perTurn = count / (SECOND_MS / TURN_MS)
  const started = performance.now()
  let turn = 0
  const timer = setInterval(() => {
    // Based on the elapsed time, so that a late timer does not reduce the load.
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
    // The server trusts this proxy, so each visitor can have its own address.
    `X-Forwarded-For: 10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`,
  ]
  const requests = pages.map((page) => {
    const body = JSON.stringify({ visitorId: id, page, sign: 'view' })
    return Buffer.from([...head, `Content-Length: ${body.length}`, '', body].join('\r\n'))
  })
  return { socket, requests, views: at }
}

/** Opened in batches, because the listen backlog is limited. */
async function inGroups(count, make) {
  const GROUP = 100
  const made = []
  while (made.length < count)
    made.push(...(await Promise.all(Array.from({ length: GROUP }, (_, at) => make(made.length + at)))))
  return made
}
