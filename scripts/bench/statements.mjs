import { countsOf } from './figures.mjs'
import { staff } from './live-page.mjs'
import { startExchange } from './processes.mjs'
import { sized } from './size.mjs'

const LINES = sized(10_000, 50)
const WORDS = 22
const ROUNDS = sized(5, 1)
/** A call that reads the database, and whose answer no import changes. */
const OTHER = '/api/admin/statement-entries'
const account = {
  ...{ provider: 'hand', openingBalance: 0, openingOn: '2026-01-01' },
  format: { date: 'Date', dateFormat: 'YYYY-MM-DD', decimal: '.', amount: 'Amount', description: 'Text' },
}

/** The longest wait of another call while a statement is imported, and in the same time without an import. */
export async function benchStatements(given) {
  const [lines] = countsOf(given, [LINES])
  const exchange = await startExchange()
  try {
    const [maker, other] = [await staff(exchange.url), await staff(exchange.url)]
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) {
      const fields = {
        ...account,
        name: `Bank ${round}`,
        methods: [['bank', 'zelle', 'chime', 'cashapp', 'greendot'][round]],
      }
      const accounts = await maker.call('POST', '/api/admin/statement-accounts', fields)
      const { id } = accounts.find(({ name }) => name === fields.name)
      const csv = statement(lines, round)
      const body = (dryRun) => maker.call('POST', `/api/admin/statement-accounts/${id}/import`, { csv, dryRun })
      await body(true)
      const imported = await waitsDuring(other, async () => {
        const { added } = await body(false)
        if (added !== lines) throw new Error(`${added} lines were imported.`)
      })
      const alone = await waitsDuring(other, () => new Promise((resolve) => setTimeout(resolve, imported.ms)))
      rounds.push({ imported, alone })
    }
    const median = (numberOf) => rounds.map(numberOf).sort((one, two) => one - two)[Math.floor(rounds.length / 2)]
    const [longest, without] = [median(({ imported }) => imported.longest), median(({ alone }) => alone.longest)]
    return [
      {
        what: `import of ${lines.toLocaleString('en-US')} lines of ${WORDS} words`,
        figure: `${(median(({ imported }) => imported.ms) / 1000).toFixed(1)} s`,
      },
      {
        what: 'longest wait of another call meanwhile, beyond the longest in the same time without an import',
        figure: `${(longest - without).toFixed(0)} ms (${longest.toFixed(0)} and ${without.toFixed(0)} ms)`,
        goal: 'at most 50 ms',
      },
    ]
  } finally {
    await exchange.stop()
  }
}

/** Calls one after the other while `work` runs: how long it took, and the longest call, in ms. */
async function waitsDuring(other, work) {
  let isRunning = true
  const started = performance.now()
  const done = work().finally(() => {
    isRunning = false
  })
  let longest = 0
  while (isRunning) {
    const asked = performance.now()
    await other.call('GET', OTHER)
    longest = Math.max(longest, performance.now() - asked)
  }
  await done
  return { ms: performance.now() - started, longest }
}

function statement(lines, round) {
  const words = (line) =>
    Array.from({ length: WORDS }, (_, at) => (at % 3 === 0 ? `R${round}${line}X${at}` : `payment${at}`)).join(' ')
  const rows = Array.from({ length: lines }, (_, at) => {
    const day = `2026-0${1 + (at % 9)}-${String(1 + (at % 28)).padStart(2, '0')}`
    return `${day},"${words(at)}",-${1 + (at % 500)}.${10 + (at % 90)}\n`
  })
  return `Date,Text,Amount\n${rows.join('')}`
}
