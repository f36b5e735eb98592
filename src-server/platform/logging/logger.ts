import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config/config.ts'
import { loggedError } from './error-serializer.ts'

export function createLog(
  { logLevel: level, nodeName: node }: Pick<Config, 'logLevel' | 'nodeName'>,
  destination?: DestinationStream,
): Logger {
  const options = { level, base: node === undefined ? null : { node }, serializers: { err: loggedError } }
  return destination ? pino(options, destination) : pino(options)
}
