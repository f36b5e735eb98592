import { quantile } from '../figures.mjs'
import { median, refusedIn } from '../load.mjs'

/**
 * The figures of a subject: medians of its rounds, and medians and quartiles of its ratios to the controls in the same
 * round. Ratios of a round are not disturbed by what uses the machine for several rounds.
 */
export function figureOf(name, measured, goal) {
  const rounds = measured[name]
  const middle = (of) => median(rounds.map(of))
  const cpu = [({ cpuUs }) => cpuUs, ...['main', 'v8'].map((group) => (each) => each.threadUs[group])].map(middle)
  // Others are the thread pool, threads that have ended, and the processes that the server starts.
  const [all, main, v8, others] = [...cpu, cpu[0] - cpu[1] - cpu[2]].map((us) => us.toFixed(us < 100 ? 1 : 0))
  const parts = [
    `${Math.round(middle(({ perSecond }) => perSecond))} per second`,
    `${all} µs of CPU each (main thread ${main}, V8 ${v8}, others ${others})`,
  ]
  const controls = name === 'limit' ? [] : ['peer', 'limit'].filter((control) => control !== name && measured[control])
  for (const control of controls) {
    const ratioOf = (field) => spreadOf(rounds.map((each, at) => each[field] / measured[control][at][field]))
    parts.push(`${ratioOf('perSecond')} of the rate and ${ratioOf('cpuUs')} of the CPU of the ${control}`)
  }
  return { figure: parts.join('; ') + refusedIn(rounds), goal: name === 'ours' ? goal : undefined }
}

function spreadOf(ratios) {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((part) => quantile(ratios, part).toFixed(2))
  return `${middle} (${low} to ${high})`
}
