import { connect, type Socket } from 'node:net'
import type { ClamdAddress } from '../config/setting-kinds.ts'
import { unavailable } from '../errors.ts'

const PATIENCE_MS = 10_000
const RETRY_AFTER_SECONDS = 30
const CHUNK_BYTES = 64 * 1024
/** A response is one line; signature names are far shorter. */
const MAX_ANSWER_BYTES = 4096

/** Scans with clamd (INSTREAM, see `man clamd`). Returns the name of the found signature; undefined when clean. */
export async function askClamd(address: ClamdAddress, bytes: AsyncIterable<Uint8Array>, patienceMs = PATIENCE_MS) {
  const socket = connect(address)
  // One deadline for the whole scan, so that a slow trickle of bytes does not extend it.
  const deadline = setTimeout(() => socket.destroy(new Error('clamd timed out')), patienceMs)
  try {
    const answer = readAnswer(socket)
    // The error is reported by the read below; this avoids an unhandled rejection before that.
    answer.catch(() => undefined)
    await send(socket, bytes)
    const said = await answer
    if (said === 'stream: OK') return undefined
    const [, found] = /^stream: (.+) FOUND$/.exec(said) ?? []
    if (found) return found
    throw new Error(`clamd says ${said}`)
  } catch (error) {
    const message = "We can't check files right now. Please try again in a moment."
    throw unavailable(message, RETRY_AFTER_SECONDS, { cause: error })
  } finally {
    clearTimeout(deadline)
    socket.destroy()
  }
}

/** Pieces of at most 64 KiB, each prefixed with its length in four bytes; a length of 0 ends the file. */
async function send(socket: Socket, bytes: AsyncIterable<Uint8Array>) {
  await write(socket, Buffer.from('zINSTREAM\0'))
  for await (const piece of bytes)
    for (let at = 0; at < piece.length; at += CHUNK_BYTES) {
      const part = piece.subarray(at, at + CHUNK_BYTES)
      const length = Buffer.alloc(4)
      length.writeUInt32BE(part.length)
      await write(socket, Buffer.concat([length, part]))
    }
  await write(socket, Buffer.alloc(4))
}

function write(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    // A broken socket rejects every pending write.
    socket.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}

async function readAnswer(socket: Socket) {
  let text = ''
  for await (const piece of socket as AsyncIterable<Buffer>) {
    text += piece.toString('latin1')
    if (text.includes('\0')) return text.slice(0, text.indexOf('\0'))
    if (text.length > MAX_ANSWER_BYTES) break
  }
  throw new Error('clamd ended without an answer')
}
