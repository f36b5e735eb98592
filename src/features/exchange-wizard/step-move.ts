import { type WizardStep, wizardSteps } from './wizard-steps.ts'

/** The steps of the entries right beneath the current one in the browser's history, oldest first. */
export type StepTrail = readonly WizardStep[]
/** So many entries back, or a new entry (in place of the current one with `replace`) on top of `trail`. */
export type StepMove = { back: number } | { trail: StepTrail; replace: boolean }

/** How to show `next` so that the browser's Back never returns to a step the person has gone back from. */
export function stepMove(trail: StepTrail, from: WizardStep, next: WizardStep): StepMove {
  const isBack = from !== 'done' && wizardSteps.indexOf(next) < wizardSteps.indexOf(from)
  if (!isBack) return { trail: [...trail, from], replace: false }
  const at = trail.lastIndexOf(next)
  return at < 0 ? { trail, replace: true } : { back: trail.length - at }
}
