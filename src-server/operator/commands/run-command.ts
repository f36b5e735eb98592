export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

type Exit = { message: string; exitCode: number }

/** Runs a command. An error ends it with a message on standard error and an exit code, 1 by default. */
export function runCommand(main: () => Promise<void>, exitFor: (error: unknown) => Exit = defaultExit): void {
  main().catch((error: unknown) => {
    const { message, exitCode } = exitFor(error)
    process.stderr.write(`${message}\n`)
    process.exit(exitCode)
  })
}

function defaultExit(error: unknown): Exit {
  return { message: error instanceof Error ? error.message : String(error), exitCode: 1 }
}
