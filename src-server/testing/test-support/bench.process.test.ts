import { cpSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { builtFile } from './built-site.ts'
import { copyProject } from './project-copy.ts'
import { runInShell } from './shell-server.ts'

/** The benchmarks in their smallest size, in a copy of the project. Their figures say nothing. */

const MOST_MS = 600_000
const project = copyProject('scripts')
cpSync(builtFile(), path.join(project.path, 'dist'), { recursive: true })
const { PATH, CHROMIUM_PATH, REDIS_SERVER_PATH } = process.env
const shell = { cwd: project.path, env: { PATH, CHROMIUM_PATH, REDIS_SERVER_PATH, HOME: project.path } }

afterAll(() => project[Symbol.dispose]())

/** The names of the benchmarks that printed rows. */
const measuredIn = (output: string) => [...output.matchAll(/^([a-z-]+)\n {2}\S/gm)].map(([, name]) => name)

test(
  'each benchmark ends well and prints its rows; an unknown one is refused with the names',
  async () => {
    const refusal = await runInShell('npm run bench nothing || echo "exit $?"', shell)
    expect(refusal).toContain('exit 2')
    const names = /There is no benchmark nothing. There are: (.*)/.exec(refusal)?.[1]?.split(', ') ?? []
    expect(names.length).toBeGreaterThan(10)
    const output = await runInShell('npm run bench -- --smallest', shell)
    expect(measuredIn(output)).toEqual(names.filter((name) => name !== 'fresh-start'))
  },
  MOST_MS,
)

test('a run goes on after a benchmark that fails, names it and fails', async () => {
  project.edit('scripts/bench/insider.mjs', "'insider'", "'nothing'")
  const output = await runInShell('npm run bench insider,tracking -- --smallest || echo "exit $?"', shell)
  expect(measuredIn(output)).toEqual(['tracking'])
  expect(output).toMatch(/\nFailed, or without a ratio: insider\n(.*\n)*exit 1\n/)
}, 60_000)
