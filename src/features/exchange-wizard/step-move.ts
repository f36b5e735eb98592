import { type WizardStep, wizardSteps } from './wizard-steps.ts'

/** The wizard steps in the browser history below the current entry, oldest first. */
export type StepTrail = readonly WizardStep[]
/** Either go back that many entries, or push an entry on top of `trail` (`replace` the current one). */
type StepMove = { back: number } | { trail: StepTrail; replace: boolean }

/** Plans the navigation to `next`. The browser's Back must never reopen a step the user went back from. */
export function stepMove(trail: StepTrail, from: WizardStep, next: WizardStep): StepMove {
  const isBack = from !== 'done' && wizardSteps.indexOf(next) < wizardSteps.indexOf(from)
  if (!isBack) return { trail: [...trail, from], replace: false }
  const at = trail.lastIndexOf(next)
  return at < 0 ? { trail, replace: true } : { back: trail.length - at }
}
