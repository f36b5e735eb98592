/** The steps in order, as named in the URL. */
export const wizardSteps = ['card', 'quote', 'upload', 'done'] as const
export type WizardStep = (typeof wizardSteps)[number]
