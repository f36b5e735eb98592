import { IncomingMessage } from 'node:http'
import { MessageChannel } from 'node:worker_threads'

/** Of longer bodies the rest is left to the garbage collector: the list must not keep a large form in memory. */
const MAX_LISTED_BYTES = 1024 * 1024

// A closed port discards what it is given, with the memory of every buffer that is transferred.
const { port1: discarding, port2: other } = new MessageChannel()
other.close()

const receivedBuffers = new WeakMap<IncomingMessage, ArrayBuffer[]>()

/** Notes the buffers of a body as they are received, for `freeBody`. Call it before the body flows. */
export function noteBody(raw: IncomingMessage): void {
  // Only the buffers of Node's HTTP parser have no other owner.
  if (!(raw instanceof IncomingMessage)) return
  const buffers: ArrayBuffer[] = []
  let listed = 0
  receivedBuffers.set(raw, buffers)
  raw.on('data', function note({ buffer, length }: Buffer<ArrayBuffer>) {
    listed += length
    if (listed > MAX_LISTED_BYTES || !receivedBuffers.has(raw)) raw.off('data', note)
    else if (buffer.byteLength === length) buffers.push(buffer)
  })
}

/**
 * Frees the memory of a body that was received and used completely: views of it become empty. The garbage collector
 * would free it seconds later, when photos have filled tens of megabytes.
 */
export function freeBody(raw: IncomingMessage): void {
  const buffers = receivedBuffers.get(raw)
  receivedBuffers.delete(raw)
  if (buffers && raw.readableEnded) discarding.postMessage(undefined, buffers)
}
