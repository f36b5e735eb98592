export const wizardSteps = ['card', 'quote', 'upload', 'done'] as const
export type WizardStep = (typeof wizardSteps)[number]
