import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config/config.ts'
import { loggedError } from './error-serializer.ts'

/** Creates the logger: JSON lines, with errors serialized by `loggedError`. */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const options = { level, base: null, serializers: { err: loggedError } }
  return destination ? pino(options, destination) : pino(options)
}
