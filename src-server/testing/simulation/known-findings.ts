import type { RuleName } from './rule-names.ts'
import type { FaultOf, Finding, Simulation } from './simulation.ts'

type Report = Omit<Finding, 'fault'>

type Known = {
  fault: string
  rule: RuleName
  of?: string
  /** Whether the fault causes a finding that `of` alone does not say. */
  causes?(simulation: Simulation, finding: Report): boolean
  /** The fewest acts after which it is found, and the seed of their chances. */
  seed: number
  acts: readonly string[]
}

/**
 * What the product is known to do wrong, by the number of the fault. A finding that is not here fails, and so does a
 * row that is not found: the mend of a fault removes its rows.
 */
export const knownFindings: readonly Known[] = []

export const faultOf: FaultOf = (simulation, finding) =>
  knownFindings.find(
    ({ rule, of, causes }) =>
      rule === finding.rule &&
      (of === undefined || of === finding.of) &&
      (causes === undefined || causes(simulation, finding)),
  )?.fault
