// `npm run bench`: each figure is a ratio to a control measured in the same run, in interleaved rounds.
//   quote,chat      only these benchmarks; what follows goes to each
//   --smallest      every benchmark in seconds, to see that it runs; `npm run bench -- --smallest`
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isSmallest } from './bench/size.mjs'
import { installAll } from './packages.mjs'
import { build } from './site-build.mjs'

/** Each is the function of its name in its file of `bench/`. */
const names = [
  'quote',
  'signed-in-read',
  'peer',
  'submit',
  'upload',
  'start',
  'fresh-start',
  'visitors',
  'chat',
  'idle',
  'scale',
  'cluster',
  'queue',
  'inventory',
  'insider',
  'reports',
  'statements',
  'tracking',
  'order-size',
]
/** They need the npm registry, so that a run of all in the smallest size leaves them out. */
const ofRegistry = ['fresh-start']
const WRONG_COMMAND = 2

const [only, ...given] = process.argv.slice(2).filter((text) => text !== '--smallest')
const wanted = only?.split(',') ?? names.filter((name) => !(isSmallest && ofRegistry.includes(name)))
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${names.join(', ')}`)
  process.exitCode = WRONG_COMMAND
} else if (wanted.length === 1) await run(only)
else runEach()

async function run(name) {
  installAll()
  build()
  const bench = await import(`./bench/${name}.mjs`)
  const rows = await bench[`bench-${name}`.replace(/-./g, ([, letter]) => letter.toUpperCase())](given)
  console.log(`\n${name}`)
  for (const { what, figure, goal } of rows) console.log(`  ${what}: ${figure}${goal ? `  (goal ${goal})` : ''}`)
}

/** A process for each, so that the others run whatever becomes of one. */
function runEach() {
  const program = fileURLToPath(import.meta.url)
  const more = [...given, ...(isSmallest ? ['--smallest'] : [])]
  const failed = wanted.filter(
    (name) => spawnSync(process.execPath, [program, name, ...more], { stdio: 'inherit' }).status !== 0,
  )
  if (failed.length === 0) return
  console.error(`\nFailed, or without a ratio: ${failed.join(', ')}`)
  process.exitCode = 1
}
