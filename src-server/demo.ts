import { readConfig } from './config.ts'
import { createContext } from './context.ts'
import { fillDemo } from './demo/fill-demo.ts'

/** `npm run demo`: fills an empty database with believable data, and says how to sign in. */
async function main(): Promise<void> {
  await using ctx = await createContext(readConfig())
  const { customers, submissions, password } = await fillDemo(ctx)
  process.stdout.write(
    `${submissions} submissions of ${customers.length} customers. Sign in as ${customers[0]}, password: ${password}\n`,
  )
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
