// `npm run compare -- <commit>`: whether the working tree behaves as a commit does. Names of checks run these alone.
//   docs       (P1) the REST reference, the permissions and /api/openapi.json are equal
//   schema     (P2) SQLite and PostgreSQL have equal schemas
//   pictures   (P3) the states of the pages look the same; --states=<pattern> limits them by name
//   tests      (P4) tests differ in imports only
//   bundles    (P5) no public page needs more bytes
//   system     (P6) races and system tests pass
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { installAll } from './packages.mjs'
import { inRoot, root } from './project.mjs'
import { build, testBuild } from './site-build.mjs'

const names = ['docs', 'schema', 'pictures', 'tests', 'bundles', 'system']
const WRONG_COMMAND = 2

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { states: { type: 'string', default: '' } },
})
const [commit, ...asked] = positionals
const wanted = asked.map((name) => names[/^P([1-6])$/.exec(name)?.[1] - 1] ?? name)
const unknown = wanted.filter((name) => !names.includes(name))
if (commit === undefined || unknown.length > 0) {
  console.error(`npm run compare -- <commit> [${names.join(' | ')}] [--states=<pattern>]`)
  process.exit(WRONG_COMMAND)
}

installAll()
const id = git('rev-parse', '--short=12', '--verify', `${commit}^{commit}`).trim()
const failed = []
for (const name of wanted.length > 0 ? wanted : names) {
  const { [name]: check } = await import(`./compare/${name}.mjs`)
  console.log(`\n# ${name}`)
  const differences = await check({ id, ...values, git, builds })
  for (const each of differences) console.log(each)
  if (differences.length > 0) failed.push(name)
}
console.log(failed.length > 0 ? `\nDifferent: ${failed.join(', ')}` : '\nEqual')
process.exitCode = failed.length > 0 ? 1 : 0

/** The output of git. @throws when it fails */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
}

/** The builds of the commit and of the working tree, as folders below the project. */
function builds() {
  build(testBuild)
  return { before: buildOfCommit(), after: testBuild }
}

/** Builds the commit in a git worktree with the packages of this one; a second call finds the build. */
function buildOfCommit() {
  const folder = `node_modules/.cache/compare/${id}`
  if (existsSync(inRoot(folder, '.built'))) return folder
  const worktree = path.join(mkdtempSync(path.join(tmpdir(), 'gce-compare-')), 'commit')
  try {
    git('worktree', 'add', '--quiet', '--detach', worktree, id)
    symlinkSync(inRoot('node_modules'), path.join(worktree, 'node_modules'))
    const program = `import('./scripts/site-build.mjs').then(({ rebuild }) => rebuild(${JSON.stringify(path.relative(worktree, inRoot(folder)))}))`
    const { status } = spawnSync(process.execPath, ['-e', program], { cwd: worktree, stdio: 'inherit' })
    if (status !== 0) throw new Error(`${id} was not built.`)
  } finally {
    git('worktree', 'remove', '--force', worktree)
    rmSync(path.dirname(worktree), { recursive: true, force: true })
  }
  return folder
}
