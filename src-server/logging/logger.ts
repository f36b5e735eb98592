import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config/config.ts'
import { loggedError } from './error-serializer.ts'

/** The one way to the log: a line of JSON each, in which an error is what `loggedError` makes of it. */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const options = { level, base: null, serializers: { err: loggedError } }
  return destination ? pino(options, destination) : pino(options)
}
