// What sessions of PostgreSQL do, by name.

/**
 * The tables that triggers of each table count in, by `insert ... on conflict`.
 * @param triggers the table and the function of each trigger
 * @param functions the text of each function by its name
 */
export function countersOf(triggers, functions) {
  const counters = new Map()
  for (const { table, name } of triggers) {
    const text = functions.get(name) ?? ''
    const called = [...functions].filter(([other]) => new RegExp(`\\b${other}\\(`).test(text)).map(([, body]) => body)
    const found = [text, ...called].flatMap((body) => [...body.matchAll(/insert into (\w+)[^;]*?on conflict/g)])
    counters.set(table, [...new Set([...(counters.get(table) ?? []), ...found.map(([, into]) => into)])])
  }
  return counters
}

/**
 * What a session does: { lock } it waits for, by name, or { doing } anything else: 'running', 'idle in transaction' or
 * the event it waits for. A wait for another transaction without the lock of a tuple is one for a key which that
 * has inserted or counts in: then its name is that of the counters of the statement, or of its table.
 */
export function activityOf({ state, type, event, query, relation, key }, { names, counters }) {
  if (type !== 'Lock') return { doing: doingOf(state, type, event) }
  if (event === 'advisory') return { lock: names.get(key) ?? `advisory lock ${key}` }
  if (relation !== null) return { lock: relation }
  const [, table] = /\b(?:into|update|from)\s+"?(\w+)/i.exec(query) ?? []
  const counting = counters.get(table) ?? []
  return { lock: counting.length > 0 ? counting.join(' or ') : (table ?? query.slice(0, 40)) }
}

function doingOf(state, type, event) {
  if (state !== 'active') return state
  return type === null || type === 'Client' ? 'running' : event
}

/** The mean number of sessions in each activity of this kind, the most first: [['audit-chain', 4.1], ...]. */
export function meansOf(samples, kind) {
  const sums = new Map()
  for (const { [kind]: name } of samples.flat()) if (name !== undefined) sums.set(name, (sums.get(name) ?? 0) + 1)
  return [...sums].map(([name, sum]) => [name, sum / samples.length]).sort(([, one], [, other]) => other - one)
}
