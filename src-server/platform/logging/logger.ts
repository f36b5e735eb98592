import { type DestinationStream, type Logger, pino } from 'pino'
import { ZodError } from 'zod'
import type { Config } from '../config/config.ts'

export function createLog(
  { logLevel: level, nodeName: node }: Pick<Config, 'logLevel' | 'nodeName'>,
  destination?: DestinationStream,
): Logger {
  const options = { level, base: node === undefined ? null : { node }, serializers: { err: loggedError } }
  return destination ? pino(options, destination) : pino(options)
}

/** The logged fields of an error. No other field is logged, because libraries attach whole requests to errors. */
type LoggedError = { type: string; code?: string; message: string; stack?: string[]; cause?: LoggedError }

const MAX_FRAMES = 12
const MAX_CAUSES = 3

/** For the log: messages that quote user input are replaced, and e-mail addresses in others removed. */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Something that is no error was thrown.' }
  const { code } = error as { code?: unknown }
  const stack = framesOf(error)
  return {
    type: error.constructor.name,
    ...(typeof code === 'string' && { code }),
    message: messageOf(error),
    ...(stack.length > 0 && { stack }),
    ...(error.cause instanceof Error && depth < MAX_CAUSES && { cause: loggedError(error.cause, depth + 1) }),
  }
}

function messageOf(error: Error) {
  if (error instanceof ZodError)
    return `It fails its schema: ${error.issues.map(({ path, code }) => `${path.join('.')} ${code}`).join(', ')}`.slice(
      0,
      300,
    )
  // JSON.parse quotes the invalid input.
  if (error instanceof SyntaxError) return 'Something could not be parsed.'
  return error.message.replace(/\S+/g, withoutPlace).slice(0, 300)
}

function withoutPlace(word: string) {
  if (word.includes('://')) return '(link)'
  return /.@./.test(word) ? '(address)' : word
}

/** Removes the message at the start of the stack: it is sanitized separately and may contain lines like frames. */
function framesOf({ stack = '', message }: Error) {
  const begin = stack.indexOf(message)
  if (begin < 0) return []
  const lines = stack.slice(begin + message.length).split('\n')
  return lines
    .filter((line) => line.startsWith('    at '))
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim())
}
