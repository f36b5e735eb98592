import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'

/** Distributes requests and sockets over the nodes in turn, those of one page and one session too. */
export async function startNodeProxy(port: number, nodes: readonly string[]): Promise<AsyncDisposable> {
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
  server.listen(port, 'localhost')
  await once(server, 'listening')
  return {
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
