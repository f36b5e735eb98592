import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { type Config, prepareProcess, readConfig } from '../../platform/config/config.ts'
import { BackupError, exitFor } from '../operations/backup-archive.ts'
import { openSite, type Site } from './open-site.ts'

export function print(line: string) {
  process.stdout.write(`${line}\n`)
}

/** Runs a command. An error ends it with a message on standard error and its exit code. */
export function runCommand(main: () => Promise<void>) {
  main().catch((error: unknown) => {
    const { message, exitCode } = exitFor(error)
    process.stderr.write(`${message}\n`)
    process.exit(exitCode)
  })
}

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ allowPositionals: true; options: Options }>
>['values']

/** What `read` makes of the words and options of this process. @throws the usage where it returns undefined */
export function readArguments<Options extends ParseArgsOptionsConfig, Result>(
  usage: string,
  options: Options,
  read: (words: readonly string[], values: Values<Options>) => Result | undefined,
): Result {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options })
    const result = read(positionals, values)
    if (result !== undefined) return result
  } catch {
    // An unknown option, or one without its value.
  }
  throw new BackupError('usage', usage)
}

type SiteCommand<Options> = {
  usage: string
  commands: readonly string[]
  /** The command that is about an id, which follows it. */
  withId?: string
  options: Options
}
type Given<Options extends ParseArgsOptionsConfig> = {
  config: Config
  command: string
  id: string
  values: Values<Options>
}

/** Runs a command on the configured site, which may be running. */
export function runSiteCommand<Options extends ParseArgsOptionsConfig>(
  { usage, commands, withId, options }: SiteCommand<Options>,
  run: (site: Site, given: Given<Options>) => Promise<void>,
) {
  runCommand(async () => {
    const given = readArguments(usage, options, ([command = '', id = '', ...more], values) => {
      const isRight = commands.includes(command) && (id !== '') === (command === withId) && more.length === 0
      return isRight ? { command, id, values } : undefined
    })
    prepareProcess()
    const config = readConfig()
    await using site = await openSite(config)
    await run(site, { ...given, config })
  })
}
