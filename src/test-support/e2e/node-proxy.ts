import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** Distributes requests and sockets over the nodes in turn, those of one page and one session too. On a free port. */
export async function startNodeProxy(nodes: readonly string[]): Promise<AsyncDisposable & { url: string }> {
  const sockets = new Set<Socket>()
  let turns = 0
  const nextNode = () => new URL(nodes[turns++ % nodes.length] ?? '')

  const server = createServer((incoming, response) => {
    const { hostname, port } = nextNode()
    const { method, url: path, headers } = incoming
    const outgoing = request({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    outgoing.on('error', () => response.destroy())
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (incoming: IncomingMessage, client: Socket, head: Buffer) => {
    const { hostname, port } = nextNode()
    const node = connect(Number(port), hostname, () => {
      const headers = incoming.rawHeaders.map((each, at) => (at % 2 === 0 ? `${each}: ` : `${each}\r\n`)).join('')
      node.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${headers}\r\n`)
      node.write(head)
      client.pipe(node).pipe(client)
    })
    for (const [one, other] of [[client, node] as const, [node, client] as const]) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
