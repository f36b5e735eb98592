import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'

type Part = MultipartFile | MultipartValue
type PartLimits = Parameters<FastifyRequest['parts']>[0]

/**
 * The parts of a form. Whatever the parser makes of a broken body is the sender's fault, and said so here, where
 * nothing of ours can have thrown it. The parser counts what is in the parts only, so all bytes are counted beside it.
 * @throws AppError 'bad_request', or 'too_large' when more than `mostBytes` come
 */
export async function* partsOf(request: FastifyRequest, mostBytes: number, limits?: PartLimits): AsyncGenerator<Part> {
  countBytes(request, mostBytes)
  try {
    yield* request.parts(limits) as AsyncIterable<Part>
  } catch (error) {
    throw multipartError(error)
  }
}

/** The bytes of a part that is a file. @throws as `partsOf` */
export async function* bytesOf({ file }: MultipartFile): AsyncGenerator<Uint8Array> {
  try {
    yield* file as AsyncIterable<Uint8Array>
  } catch (error) {
    throw multipartError(error)
  }
}

function countBytes({ raw }: FastifyRequest, most: number): void {
  let count = 0
  raw.on('data', function add(piece: Buffer) {
    count += piece.length
    if (count <= most) return
    raw.off('data', add)
    // The parser gives up on a request that fails, and hands on why; what still comes is read and dropped.
    raw.emit('error', tooLarge())
  })
}

function multipartError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { statusCode } = error as { statusCode?: number }
  return statusCode === 413 ? tooLarge() : new AppError('bad_request', 'The request cannot be read.')
}

function tooLarge(): AppError {
  return new AppError('too_large', 'The request is too large.')
}
