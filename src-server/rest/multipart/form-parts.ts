import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { noteBody } from './body-memory.ts'

type Part = MultipartFile | MultipartValue
type PartLimits = Parameters<FastifyRequest['parts']>[0]

/**
 * The parts of a form. Every error of the parser becomes 'bad_request' here, because only the parser can have thrown
 * it. The parser counts only the bytes inside parts, so the bytes of the whole body are counted here.
 * @throws AppError 'bad_request', or 'too_large' for a body of more than `mostBytes`
 */
export async function* partsOf(request: FastifyRequest, maxBytes: number, limits?: PartLimits): AsyncGenerator<Part> {
  countBytes(request, maxBytes)
  noteBody(request.raw)
  try {
    yield* request.parts(limits) as AsyncIterable<Part>
  } catch (error) {
    throw multipartError(error)
  }
}

/** The bytes of a file part. @throws as `partsOf` */
export async function* bytesOf({ file }: MultipartFile): AsyncGenerator<Uint8Array> {
  try {
    yield* file as AsyncIterable<Uint8Array>
  } catch (error) {
    throw multipartError(error)
  }
}

function countBytes({ raw }: FastifyRequest, max: number): void {
  let count = 0
  raw.on('data', function add(piece: Buffer) {
    count += piece.length
    if (count <= max) return
    raw.off('data', add)
    // The parser stops on an error; the rest of the body is read and discarded.
    raw.emit('error', tooLarge())
  })
}

function multipartError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { statusCode } = error as { statusCode?: number }
  return statusCode === 413 ? tooLarge() : new AppError('bad_request', "We can't read this request.")
}

function tooLarge(): AppError {
  return new AppError('too_large', 'The request is too large.')
}
