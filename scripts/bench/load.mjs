import autocannon from 'autocannon'

const WARM_UP_SECONDS = 2

/**
 * Requests per second of one round; throws on any response other than 2xx. The ms of each response are added to
 * `times`, if given.
 */
async function round({ url, seconds, connections, times, ...request }) {
  const running = autocannon({ url, duration: seconds, connections, ...request })
  if (times) running.on('response', (_client, _status, _bytes, ms) => times.push(ms))
  const result = await running
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`)
  return result['2xx'] / result.duration
}

/**
 * Measures several subjects in interleaved rounds after a warm-up of each, whose times are not recorded. Returns each
 * subject's median requests per second, its ratio to the subject named 'control', and what that did in each round.
 */
export async function compare(subjects, { rounds, seconds, connections }) {
  const names = Object.keys(subjects)
  for (const name of names) await round({ ...subjects[name], times: undefined, seconds: WARM_UP_SECONDS, connections })
  const rates = Object.fromEntries(names.map((name) => [name, []]))
  for (let count = 0; count < rounds; count++)
    for (const name of names) rates[name].push(await round({ ...subjects[name], seconds, connections }))
  const { control } = rates
  return Object.fromEntries(
    names.map((name) => {
      const perSecond = median(rates[name])
      return [name, { perSecond, control, ...(name !== 'control' && { ratio: perSecond / median(control) }) }]
    }),
  )
}

export function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
}
