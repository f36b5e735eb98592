import type { ServiceFigures } from '#shared/service-figures-schema.ts'
import { minutesText } from '#shared/tracking-messages.ts'

export type FigureRow = { name: string; text: string | undefined }

const tooFew = (cases: number) => `Too few yet (${cases.toLocaleString('en-US')})`

/** '12 minutes', or how few cases there are. */
export function timeText(minutes: number | null, cases: number) {
  return minutes === null ? tooFew(cases) : minutesText(minutes)
}

/** '92 of 120 (77%)', or how few cases there are. */
export function shareText(figure: number | null, cases: number) {
  if (figure === null) return tooFew(cases)
  const share = cases === 0 ? '' : ` (${Math.round((100 * figure) / cases)}%)`
  return `${figure.toLocaleString('en-US')} of ${cases.toLocaleString('en-US')}${share}`
}

export const decisionRows = (figures: ServiceFigures | undefined) => [
  ...rowsOf(figures?.decisions, {
    'Orders decided': ({ cases }) => cases.toLocaleString('en-US'),
    'Half of them within': ({ usualMinutes, cases }) => timeText(usualMinutes, cases),
    '9 of 10 within': ({ mostMinutes, cases }) => timeText(mostMinutes, cases),
    'Decided within 15 minutes': ({ within15Minutes, cases }) => shareText(within15Minutes, cases),
    'Decided within 60 minutes': ({ within60Minutes, cases }) => shareText(within60Minutes, cases),
  }),
  { name: 'Overdue now', text: figures?.overdueNow.toLocaleString('en-US') },
]

export const outcomeRows = (figures: ServiceFigures | undefined) =>
  rowsOf(figures?.outcomes, {
    Accepted: ({ accepted, cases }) => shareText(accepted, cases),
    Rejected: ({ rejected, cases }) => shareText(rejected, cases),
    'Rejections with a reason': ({ rejected, rejectedWithReason, cases }) =>
      shareText(rejectedWithReason, rejected ?? cases),
    'With a picture, where the reason needs one': ({ evidenceNeeded, evidenceShown, cases }) =>
      shareText(evidenceShown, evidenceNeeded ?? cases),
    Failed: ({ failed, cases }) => shareText(failed, cases),
  })

export const offerRows = (figures: ServiceFigures | undefined) =>
  rowsOf(figures?.offers, {
    'Offers answered or ended': ({ cases }) => cases.toLocaleString('en-US'),
    'Accepted by the seller': ({ accepted, cases }) => shareText(accepted, cases),
  })

export const appealRows = (figures: ServiceFigures | undefined) =>
  rowsOf(figures?.appeals, {
    'Appeals answered': ({ cases }) => cases.toLocaleString('en-US'),
    'Answered in the promised time': ({ inTime, cases }) => shareText(inTime, cases),
    'The seller was right': ({ right, cases }) => shareText(right, cases),
  })

const rowsOf = <Part>(part: Part | undefined, texts: Readonly<Record<string, (part: Part) => string>>): FigureRow[] =>
  Object.entries(texts).map(([name, text]) => ({ name, text: part && text(part) }))
