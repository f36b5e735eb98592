import { once } from 'node:events'
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Config } from '../config/engines.ts'

/**
 * 'reset': the connection ends before the store gets the request; 'lost': after the store has answered; 'hang': no
 * response; 'cut' and 'stall': the body of the response ends, or stops, in the middle; otherwise this response.
 */
export type Fault = 'reset' | 'lost' | 'hang' | 'cut' | 'stall' | { status: number; code: string }

export type FaultyStore = AsyncDisposable & {
  /** How to reach the bucket through this proxy. */
  config: S3Config
  /** Method and path of every request, oldest first. */
  requests: string[]
  /** Decides about each request; undefined forwards it. */
  faultOf: (request: string) => Fault | undefined
}

/** A proxy in front of an S3 server that fails on demand. */
export async function startFaultyStore(bucket: S3Config): Promise<FaultyStore> {
  const target = new URL(bucket.endpoint)
  const proxy = createServer((request, response) => {
    const name = `${request.method} ${request.url}`
    store.requests.push(name)
    const fault = store.faultOf(name)
    if (fault === undefined || fault === 'lost' || fault === 'cut' || fault === 'stall')
      relay(target, request, response, fault)
    else if (fault === 'reset') request.socket.destroy()
    else {
      request.resume()
      if (fault === 'hang') return
      response.writeHead(fault.status, { 'content-type': 'application/xml' })
      response.end(`<Error><Code>${fault.code}</Code><Message>Of the store.</Message></Error>`)
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const store: FaultyStore = {
    config: { ...bucket, endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` },
    requests: [],
    faultOf: () => undefined,
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  }
  return store
}

function relay(
  target: URL,
  request: IncomingMessage,
  response: ServerResponse,
  fault?: 'lost' | 'cut' | 'stall',
): void {
  const { method, url: path, headers } = request
  const onward = forward({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
    if (fault === 'lost') return void request.socket.destroy()
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    if (fault === undefined) return void answer.pipe(response)
    answer.once('data', (bytes: Buffer) => {
      answer.destroy()
      response.write(bytes.subarray(0, bytes.length / 2), () => {
        if (fault === 'cut') request.socket.destroy()
      })
    })
  })
  onward.on('error', () => request.socket.destroy())
  request.pipe(onward)
}
