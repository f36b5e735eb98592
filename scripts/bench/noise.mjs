// How noisy the machine was: a control does the same work in every round, so its rounds should not differ.
import { median } from './load.mjs'
import { isSmallest } from './size.mjs'

/** The largest spread of a control at which a ratio to it says something about the server. */
const MAX_SPREAD = 0.15
const PARTS = 5

/** Whether the rounds of a control differ too much to compare anything with them; the smallest size compares nothing. */
export function isNoisy(control) {
  return !isSmallest && spreadOf(control) > MAX_SPREAD
}

/** 'rounds within 6 %', to print beside a control. */
export function noiseOf(control) {
  return `rounds within ${percent(spreadOf(control))}`
}

/**
 * 'ratio 0.73' of a figure to its control, of which `control` are the rounds, or why the ratio is not stated. Then the
 * process exits with 1: a program that reads the output must not take a missing ratio for a measured one.
 */
export function ratioTo(control, ratio) {
  if (!isNoisy(control)) return `ratio ${ratio.toFixed(2)}`
  process.exitCode = 1
  return `ratio not stated: the control varied by ${percent(spreadOf(control))}`
}

/** The rounds of a control that was measured many times in a row: medians of five consecutive parts. */
export function roundsOf(times) {
  const length = Math.ceil(times.length / PARTS)
  return Array.from({ length: PARTS }, (_, at) => median(times.slice(at * length, (at + 1) * length)))
}

/** (max - min) / median */
function spreadOf(rounds) {
  return (Math.max(...rounds) - Math.min(...rounds)) / median(rounds)
}

function percent(share) {
  return `${Math.round(share * 100)} %`
}
