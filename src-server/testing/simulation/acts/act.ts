import type { Simulation } from '../simulation.ts'

/** Something that a person, a provider or the machine does. It changes the model as it should change the product. */
export type Act = {
  name: string
  /** How often it happens, beside the weights of the others. */
  weight: number
  run(simulation: Simulation): Promise<void>
}
