import { once } from 'node:events'
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Config } from '../../platform/config/engines.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import type { S3Limits } from '../../platform/storage/s3-client.ts'
import { createS3Storage } from '../../platform/storage/s3-storage.ts'
import { of } from './storage-bytes.ts'

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

/** A fault for requests that match, at most `times` of them. */
export function faultWhen(pattern: RegExp, fault: Fault, times = Number.POSITIVE_INFINITY): FaultyStore['faultOf'] {
  return (request) => (pattern.test(request) && times-- > 0 ? fault : undefined)
}

/** Limits for a store that responds, although the machine is busy. */
export const patient: S3Limits = { connectMs: 20_000, responseMs: 20_000, quickMs: 20_000, attempts: 2 }
/** Limits for tests of a store that stops responding. */
export const impatient: S3Limits = { connectMs: 20_000, responseMs: 1_500, quickMs: 1_500, attempts: 1 }

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

/** A storage behind a faulty proxy, with an object 'kept' of the text 'first' that was written before. */
export async function aFaultyStorage(
  bucket: S3Config,
  limits = patient,
): Promise<AsyncDisposable & { storage: FileStorage; proxy: FaultyStore }> {
  const proxy = await startFaultyStore(bucket)
  const storage = await createS3Storage(proxy.config, limits)
  await storage.write('kept', of('first'))
  proxy.requests.length = 0
  return { storage, proxy, [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose]() }
}
