import { ZodError } from 'zod'

/** What the log says of an error. Nothing else of it is ever written: libraries hang whole requests on theirs. */
export type LoggedError = {
  type: string
  code?: string
  message: string
  /** Where it was thrown, without the message that begins a stack. */
  stack?: string[]
  cause?: LoggedError
}

const MOST_FRAMES = 12
const MOST_CAUSES = 3

/**
 * The serializer of errors. Messages are ours or a library's; those that quote what somebody sent are replaced, and
 * addresses in the others are taken out.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Something that is no error was thrown.' }
  const { code } = error as { code?: unknown }
  const stack = framesOf(error)
  return {
    type: error.constructor.name,
    ...(typeof code === 'string' && { code }),
    message: messageOf(error),
    ...(stack.length > 0 && { stack }),
    ...(error.cause instanceof Error && depth < MOST_CAUSES && { cause: loggedError(error.cause, depth + 1) }),
  }
}

function messageOf(error: Error): string {
  if (error instanceof ZodError)
    return `It fails its schema: ${error.issues.map(({ path, code }) => `${path.join('.')} ${code}`).join(', ')}`.slice(
      0,
      300,
    )
  // JSON.parse quotes what it could not read.
  if (error instanceof SyntaxError) return 'Something could not be parsed.'
  return error.message
    .replace(/\b[a-z][a-z+.-]*:\/\/\S+/gi, '(link)')
    .replace(/\S+@\S+/g, '(address)')
    .slice(0, 300)
}

/** A stack begins with the message, which is left out: it has its own rules, and may have lines that look like frames. */
function framesOf({ stack = '', message }: Error): string[] {
  const begin = stack.indexOf(message)
  if (begin < 0) return []
  const lines = stack.slice(begin + message.length).split('\n')
  return lines
    .filter((line) => line.startsWith('    at '))
    .slice(0, MOST_FRAMES)
    .map((line) => line.trim())
}
